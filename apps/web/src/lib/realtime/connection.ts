import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { configQuery } from '@/lib/api/query.ts';
import { currentUserQuery } from '../session/currentUserQuery.ts';
import type { ConnectionState } from './connectionMonitor.ts';
import { realtime } from './realtime.ts';
import { refetchOnRevision } from './revisions.ts';

export type { ConnectionState } from './connectionMonitor.ts';

/**
 * Returns the state of the realtime connection. Also opens the connection when somebody is signed
 * in.
 */
export function useConnectionState(): ConnectionState {
  useRealtimeConnection();
  return useSyncExternalStore(realtime.subscribe, () => realtime.connection);
}

/** Opens the realtime connection as the signed-in user, unless it is open already. */
export function useRealtimeConnection(): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery());
  const { data: user } = useQuery(currentUserQuery());
  useEffect(() => {
    if (!config || !user) return;
    realtime.start({ config: config.realtime, user, onRevision: refetchOnRevision(client) });
  }, [client, config, user]);
}

/** Returns whether commands can be sent now, by realtime or by PATCH. */
export function useCanWrite(): boolean {
  return useSyncExternalStore(realtime.subscribe, () => realtime.canWrite);
}

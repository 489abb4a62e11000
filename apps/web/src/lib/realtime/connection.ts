import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { configQuery } from '@/lib/api/query.ts';
import { currentUserQuery } from '../session/currentUserQuery.ts';
import type { ConnectionState } from './connectionMonitor.ts';
import { realtime } from './realtime.ts';
import { refetchOnRevision } from './revisions.ts';

export type { ConnectionState } from './connectionMonitor.ts';

/**
 * The state of the realtime connection. Whoever shows it also keeps it: the connection is opened
 * as soon as somebody is signed in, and closed by the end of the session.
 */
export function useConnectionState(): ConnectionState {
  useRealtimeConnection();
  return useSyncExternalStore(realtime.subscribe, () => realtime.connection);
}

/** Opens the connection in the name of the signed-in person; harmless to use more than once. */
export function useRealtimeConnection(): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery());
  const { data: user } = useQuery(currentUserQuery());
  useEffect(() => {
    if (!config || !user) return;
    realtime.start({ config: config.realtime, user, onRevision: refetchOnRevision(client) });
  }, [client, config, user]);
}

/** Whether switches of this owner's flags can be written now, in whichever way. */
export function useCanWrite(owner: string): boolean {
  return useSyncExternalStore(realtime.subscribe, () => realtime.writePath(owner) !== 'blocked');
}

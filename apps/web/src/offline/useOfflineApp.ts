import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { configQuery } from '@/lib/api/query.ts';
import { firstPage } from '@/lib/page/firstPage.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { keepConsole, lookForUpdate } from './serviceWorker.ts';

/**
 * Loads the code that saves the offline copy. Waits until the first page has rendered, so that
 * loading the code does not delay the page.
 */
async function loadKeepCopy() {
  await firstPage;
  return import('./keepCopy.ts');
}

/**
 * Stores the console and the last known state of the poles on this device, if the operator and the
 * browser allow it.
 */
export function useOfflineApp(): void {
  const client = useQueryClient();
  const user = useCurrentUser();
  const { data: config } = useQuery(configQuery());
  const isWanted = config?.offlineApp;
  const productName = config?.productName;
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (isWanted !== undefined) void keepConsole(isWanted).then(setKept);
  }, [isWanted]);
  useEffect(() => {
    // Without the stored console, nothing could show the copy.
    if (!isKept || productName === undefined) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    void loadKeepCopy().then(({ keepCopy }) => {
      if (!isOver) stop = keepCopy(client, user, { productName });
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [client, user, isKept, productName]);
  useEffect(() => {
    // The connection may have dropped because the server was upgraded.
    let connection = realtime.connection;
    return realtime.subscribe(() => {
      const before = connection;
      connection = realtime.connection;
      if (connection === 'connected' && before !== 'connected') lookForUpdate();
    });
  }, []);
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Status, StatusShape } from '@/components/ui/status.tsx';
import { deviceKeysQuery } from '@/lib/query.ts';
import { useConnectionState } from '@/lib/realtime/connection.ts';

interface KeyCheckProps {
  /** `flags.id` */
  flagId: string;
  /** Null: the flag's first and only one. */
  keyId: string | null;
}

/** Whether the pole has reported with this key; turns green by itself as soon as it does. */
export function KeyCheck({ flagId, keyId }: KeyCheckProps) {
  const { data: keys, isError, isFetching, refetch } = useQuery(deviceKeysQuery(flagId));
  const isLive = useConnectionState() === 'connected';
  const key = keyId === null ? keys?.[0] : keys?.find(({ id }) => id === keyId);
  const isSeen = key !== undefined && key.lastUsedAt !== null;
  const isGone = keys !== undefined && key === undefined;
  return (
    <div className="flex min-h-10 items-center justify-between gap-3 rounded-md border border-border bg-muted/50 px-3 py-1.5">
      <p role="status" className="min-w-0">
        {isSeen ? (
          <Status tone="ok" className="font-medium whitespace-normal">
            The pole reports with this key
          </Status>
        ) : isGone ? (
          <Status tone="warn" className="whitespace-normal">
            This key is no longer valid
          </Status>
        ) : (
          <Waiting>{isError ? 'The server could not be asked.' : 'Waiting for the pole…'}</Waiting>
        )}
      </p>
      {!isSeen && !isGone && (!isLive || isError) && (
        <Button pending={isFetching} onClick={() => void refetch()}>
          Check now
        </Button>
      )}
    </div>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 text-muted-foreground">
      <StatusShape tone="off" className="animate-quiet-pulse" />
      {children}
    </span>
  );
}

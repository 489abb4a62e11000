import {
  checkSteps,
  currentPosition,
  isTesting,
  lastSeenAt,
  may,
  type PoleCheck,
  testPosition,
} from '@halyard/domain';
import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { CHECK_MS, deviceKeysQuery, poleCheckQuery } from '../dialogQueries.ts';
import { CheckList } from './CheckList.tsx';
import { useTestPole } from './useTestPole.ts';

/** The device key that the check expects the pole to use. */
export interface MeantKey {
  /** The key's ID; null for the flag's first and only key. */
  keyId: string | null;
}

interface PoleCheckPanelProps {
  flagId: string;
  /** The device key that the check expects the pole to use; null to accept any of its keys. */
  meant: MeantKey | null;
}

/** A pole's checklist, updated live, with the button that starts a test. */
export function PoleCheckPanel({ flagId, meant }: PoleCheckPanelProps) {
  const user = useCurrentUser();
  const { data: check, error, isError, isFetching, refetch } = useQuery(poleCheckQuery(flagId));
  const key = useKey(flagId, meant);
  if (!check)
    return isError ? (
      <ErrorState
        title={t`Couldn’t load the checklist`}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <div role="status" aria-label={t`Loading checklist`} className="grid gap-3">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-4 w-40" />
      </div>
    );
  const now = serverNow();
  const heardAt = meant ? key.heardAt : lastSeenAt(check.live, now);
  const steps = checkSteps({ check, heardAt, now });
  const total = steps.length;
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <section
      aria-label={t`Checklist`}
      className="grid gap-3 rounded-md border border-border bg-muted/50 px-4 py-3"
    >
      <p role="status" className="min-w-0">
        {key.isGone ? (
          <Status tone="warn" className="whitespace-normal">
            <Trans>This key is no longer valid</Trans>
          </Status>
        ) : isError ? (
          <span className="text-muted-foreground">
            <Trans>The server isn’t responding. Retrying…</Trans>
          </span>
        ) : done === total ? (
          <Status tone="ok" className="font-medium whitespace-normal">
            <Trans>The pole is ready</Trans>
          </Status>
        ) : (
          <span className="text-muted-foreground">
            <Trans>
              {done} of {total} done
            </Trans>
          </span>
        )}
      </p>
      <CheckList steps={steps} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TestButton flagId={flagId} check={check} asks={meant === null || !check.isNew} />
        {steps[0]?.state !== 'done' && may(user, 'refusedDevice.read') && (
          <Link href="/refused-devices" className="text-[0.8125rem] underline underline-offset-2">
            <Trans>Rejected devices</Trans>
          </Link>
        )}
      </div>
    </section>
  );
}

/**
 * Returns the time when the pole last reported with the expected key (`heardAt`), and whether the
 * key has been deleted (`isGone`).
 */
function useKey(flagId: string, meant: MeantKey | null) {
  const { data: keys } = useQuery({
    ...deviceKeysQuery(flagId),
    enabled: meant !== null,
    refetchInterval: CHECK_MS,
  });
  const key = meant?.keyId === null ? keys?.[0] : keys?.find(({ id }) => id === meant?.keyId);
  return {
    heardAt: key?.lastUsedAt ?? null,
    isGone: meant !== null && keys !== undefined && key === undefined,
  };
}

interface TestButtonProps {
  flagId: string;
  check: PoleCheck;
  /** Whether the button asks for confirmation before the test. */
  asks: boolean;
}

function TestButton({ flagId, check, asks }: TestButtonProps) {
  const [asking, setAsking] = useState(false);
  const test = useTestPole(flagId, () => setAsking(false));
  const { name, live, obstacle, test: last } = check;
  const isRunning = last !== null && isTesting(last.phase);
  const from = currentPosition(live);
  const to = testPosition(from);
  return (
    <>
      <Button
        pending={test.isPending || isRunning}
        disabled={obstacle !== null}
        onClick={() => (asks ? setAsking(true) : test.mutate())}
      >
        {last === null ? t`Test this pole` : t`Test again`}
      </Button>
      {obstacle !== null && !isRunning && (
        <p className="min-w-0 flex-1 basis-48 text-[0.8125rem] text-muted-foreground">{obstacle}</p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Test this pole?`}
        description={
          from === null
            ? t`${name} will move ${select(to, { up: 'up', half: 'to half-staff', other: 'down' })}. Make sure that no one is working at the pole.`
            : t`${name} will move ${select(to, { up: 'up', half: 'to half-staff', other: 'down' })} and back ${select(from, { up: 'up', half: 'to half-staff', other: 'down' })}. Make sure that no one is working at the pole.`
        }
        confirmLabel={t({ message: 'Test', context: 'verb' })}
        pending={test.isPending}
        onConfirm={() => test.mutate()}
      />
    </>
  );
}

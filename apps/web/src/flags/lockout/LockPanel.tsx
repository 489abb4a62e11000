import { type Flag, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Lock } from '@/components/icons/index.ts';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { useDialogId } from '@/lib/page/dialogParam.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { Locked } from './Locked.tsx';

const LockForm = lazyPart(async () => ({ default: (await import('./LockForm.tsx')).LockForm }));

/**
 * Shows who is working at a pole, and lets users lock and unlock the pole. The URL parameter
 * `dialog=lock:{id}` opens the form for locking it.
 */
export function LockPanel({ user, flag }: { user: SessionUser; flag: Flag }) {
  const lock = useFlagState(flag.id)?.view.lock ?? null;
  const isLocked = lock !== null;
  const [asking, setAsking] = useState(false);
  const [addressed, setAddressed] = useDialogId('lock');
  const isAddressed = addressed === flag.id;
  useEffect(() => {
    if (!isAddressed) return;
    setAsking(true);
    setAddressed(null);
  }, [isAddressed, setAddressed]);
  const panel = useRef<HTMLElement>(null);
  // The pressed button is gone, so the panel takes focus.
  const stay = useCallback(() => panel.current?.focus(), []);
  const close = useCallback(() => {
    setAsking(false);
    stay();
  }, [stay]);
  // The lock is in effect, requested by this form or by somebody else. The live value may arrive
  // before the response.
  useEffect(() => {
    if (isLocked && asking) close();
  }, [isLocked, asking, close]);
  if (!isLocked && !may(user, 'flag.switch')) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t`Maintenance lock`}
      className="shrink-0 border-b border-border px-5 py-3 outline-none"
    >
      {isLocked ? (
        <Locked user={user} flag={flag} lock={lock} onReleased={stay} />
      ) : asking ? (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <LockForm flag={flag} onClose={close} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted-foreground">
            <Trans>Working at the pole?</Trans>
          </p>
          <Button onClick={() => setAsking(true)}>
            <Lock aria-hidden="true" />
            <Trans context="verb">Lock</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

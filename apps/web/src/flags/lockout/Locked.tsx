import { type Flag, type FlagLock, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Lock } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { usePlaceZone } from '@/lib/placeZone.ts';
import { lockText } from '../texts/lockTexts.ts';
import { useReleaseFlag } from './useLockout.ts';

interface LockedProps {
  user: SessionUser;
  flag: Flag;
  lock: FlagLock;
  onReleased: () => void;
}

/** Shows who locked the flag. Users who may unlock the flag get a button for that. */
export function Locked({ user, flag, lock, onReleased }: LockedProps) {
  const [asking, setAsking] = useState(false);
  const release = useReleaseFlag(flag, () => {
    setAsking(false);
    onReleased();
  });
  const isOwn = lock.by === user.id;
  const mayRelease = isOwn || may(user, 'flag.releaseOthers');
  const { byName } = lock;
  const { name } = flag;
  const zone = usePlaceZone();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-48 flex-1 gap-2.5">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
        <div className="grid min-w-0 gap-0.5">
          <p className="font-medium break-words">{lockText(lock, zone)}</p>
          <p className="text-xs text-muted-foreground">
            {mayRelease
              ? t`No commands will be sent to the pole until the lock is released.`
              : t`No commands will be sent to the pole until the lock is released. ${byName}, company users and masters can release it.`}
          </p>
        </div>
      </div>
      {mayRelease && (
        <Button onClick={() => setAsking(true)}>
          <Trans>Release</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Release lock`}
        description={
          isOwn
            ? t`"${name}" will respond to commands again immediately. Release the lock only when no one is at the pole.`
            : t`"${name}" will respond to commands again immediately. ${byName} locked the pole, so make sure that no one is working there.`
        }
        confirmLabel={t`Release`}
        pending={release.isPending}
        onConfirm={() => release.mutate()}
      />
    </div>
  );
}

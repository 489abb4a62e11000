import { type Flag, may, type PoleHalfStaff, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { CalendarClock } from '@/components/icons/index.ts';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { AutopilotOff } from '../autopilot/AutopilotOff.tsx';
import { poleQuery } from '../data/halfStaffQueries.ts';
import { useReleaseHold } from './holdActions.ts';
import { PoleTimeline } from './PoleTimeline.tsx';

const HoldForm = lazyPart(async () => ({ default: (await import('./HoldForm.tsx')).HoldForm }));

/**
 * The half-staff section of a flag's dialog: what is in effect at the pole and why, its hold, and
 * its timeline.
 */
export function PolePanel({ user, flag }: { user: SessionUser; flag: Flag }) {
  const { data } = useQuery(poleQuery(flag.id));
  if (!data) return null;
  const { isOn } = data.engine;
  // The section about the lock already says who locked the pole and why.
  const isLocked = data.should.source.kind === 'lock';
  if (!isOn && data.should.source.kind === 'none' && data.coming.length === 0) return null;
  return (
    <section
      aria-label={t`Half-staff`}
      className="grid shrink-0 gap-2 border-b border-border px-5 py-3"
    >
      {!isLocked && (
        <div className="flex items-start gap-2.5">
          <CalendarClock
            aria-hidden="true"
            className="mt-0.5 size-4 shrink-0 text-muted-foreground"
          />
          <div className="min-w-0 flex-1">
            <p className="text-xs text-muted-foreground">
              <Trans>Autopilot</Trans>
            </p>
            <p className="break-words tabular-nums">{data.reason}</p>
          </div>
        </div>
      )}
      {!isOn && <AutopilotOff user={user} />}
      {isOn && may(user, 'flag.switch') && <Hold flag={flag} status={data} />}
      <PoleTimeline status={data} />
    </section>
  );
}

function Hold({ flag, status }: { flag: Flag; status: PoleHalfStaff }) {
  const [asking, setAsking] = useState(false);
  const release = useReleaseHold();
  if (status.hold !== null)
    return (
      <Button
        className="justify-self-start"
        pending={release.isPending}
        onClick={() => release.mutate(flag)}
      >
        <Trans>Release hold</Trans>
      </Button>
    );
  if (asking)
    return (
      <Suspense fallback={<Skeleton className="h-32" />}>
        <HoldForm flag={flag} status={status} onClose={() => setAsking(false)} />
      </Suspense>
    );
  return (
    <Button className="justify-self-start" onClick={() => setAsking(true)}>
      <Trans context="verb">Hold</Trans>
    </Button>
  );
}

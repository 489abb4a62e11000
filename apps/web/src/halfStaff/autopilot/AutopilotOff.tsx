import { may, type SessionUser } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { StatusShape } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { AUTOPILOT_DIALOG, engineStatusQuery, HALF_STAFF_PATH } from '../data/halfStaffQueries.ts';
import { AUTOPILOT_OFF } from '../texts/autopilotOff.ts';

interface AutopilotOffProps {
  user: SessionUser;
  className?: string;
}

/**
 * A notice that nothing will move because autopilot is off. It contains a link for users who may
 * turn autopilot on.
 */
export function AutopilotOff({ user, className }: AutopilotOffProps) {
  return (
    <p className={cn('flex flex-wrap items-center gap-x-2', className)}>
      <StatusShape tone="warn" />
      <span>{AUTOPILOT_OFF}</span>
      {may(user, 'engine.switch') ? (
        <Link
          href={withDialog(HALF_STAFF_PATH, AUTOPILOT_DIALOG)}
          className="-my-1 rounded-sm py-1 underline max-md:my-0 max-md:py-2"
        >
          <Trans>Turn on autopilot</Trans>
        </Link>
      ) : (
        <span>
          <Trans>Ask your operator to turn on autopilot.</Trans>
        </span>
      )}
    </p>
  );
}

/** The notice that nothing will move, shown only if autopilot is off. */
export function AutopilotNote(props: AutopilotOffProps) {
  const { data } = useQuery(engineStatusQuery());
  return data && !data.isOn ? <AutopilotOff {...props} /> : null;
}

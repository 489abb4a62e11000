import { type Flag, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { type FlagActions, useFlagActions } from '@/flags/commands/useFlagActions.ts';
import { PositionControl } from '@/flags/control/PositionControl.tsx';
import { FlagStatus } from '@/flags/status/FlagStatus.tsx';
import { PoleDrawing } from '@/flags/status/PoleDrawing.tsx';
import { PoleScene } from '@/flags/status/PoleScene.tsx';
import { commandStatus } from '@/flags/texts/commandStatus.ts';
import { poleQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { poleHref } from '@/lib/paths.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { skyOf } from '@/scene/sky.ts';

/** Maximum number of poles to show as large cards, and as rows. */
const CARDS = 2;
export const ROWS = 6;

interface FewPolesProps {
  user: SessionUser;
  flags: readonly Flag[];
}

/**
 * The dashboard's controls for users with few poles: large cards for up to two poles, rows for up
 * to six.
 */
export function FewPoles({ user, flags }: FewPolesProps) {
  const actions = useFlagActions(user.id);
  const maySwitch = may(user, 'flag.switch');
  if (flags.length === 0 || flags.length > ROWS) return null;
  const item = { actions, maySwitch };
  if (flags.length <= CARDS)
    return (
      <ul aria-label={t`Your poles`} className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {flags.map((flag) => (
          <LargePole key={flag.id} flag={flag} {...item} />
        ))}
      </ul>
    );
  return (
    <Card>
      <ul aria-label={t`Your poles`} className="divide-y divide-border">
        {flags.map((flag) => (
          <PoleRow key={flag.id} flag={flag} {...item} />
        ))}
      </ul>
    </Card>
  );
}

interface PoleProps {
  flag: Flag;
  actions: FlagActions;
  maySwitch: boolean;
}

function LargePole({ flag, actions, maySwitch }: PoleProps) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite(flag.firebaseUserId);
  const { data } = useQuery(poleQuery(flag.id));
  if (!state) return null;
  return (
    <li>
      <Card className="grid grid-cols-1 gap-3 p-4 max-md:p-3">
        <PoleScene
          view={state.view}
          sky={data ? skyOf(data) : 'day'}
          className="h-52 max-md:h-40"
        />
        <div className="grid gap-0.5">
          <PoleLink flag={flag} />
          <p className="truncate text-xs text-muted-foreground">{flag.location}</p>
        </div>
        <FlagStatus
          plain
          flag={flag}
          state={state}
          actions={actions}
          writable={maySwitch && canWrite}
        />
        <PositionControl flag={flag} actions={actions} maySwitch={maySwitch} />
      </Card>
    </li>
  );
}

function PoleRow({ flag, actions, maySwitch }: PoleProps) {
  const state = useFlagState(flag.id);
  if (!state) return null;
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-1.5 max-md:px-3">
      <span className="flex min-w-0 items-center gap-2.5">
        <PoleDrawing view={state.view} />
        <span className="grid min-w-0">
          <PoleLink flag={flag} />
          <PoleTrouble state={state} />
        </span>
      </span>
      <div className="w-56 shrink-0 max-md:w-48">
        <PositionControl compact flag={flag} actions={actions} maySwitch={maySwitch} />
      </div>
    </li>
  );
}

/**
 * Shows whether the pole is offline or has not confirmed its command yet. Renders nothing if the
 * pole is in the state that its control shows.
 */
function PoleTrouble({ state: { view, record } }: { state: FlagState }) {
  const kind = useTicked(() => commandStatus(record, view, serverNow())?.kind ?? null);
  if (!view.isOnline)
    return (
      <Status tone="off">
        <Trans>Offline</Trans>
      </Status>
    );
  if (kind === 'pending')
    return (
      <span className="animate-late text-xs text-muted-foreground">
        <Trans>Pending</Trans>
      </span>
    );
  if (kind === 'not-confirmed' || kind === 'lapsed')
    return (
      <span className="text-xs font-medium text-warn">
        <Trans>Not confirmed</Trans>
      </span>
    );
  return null;
}

function PoleLink({ flag }: { flag: Flag }) {
  return (
    <Link
      href={poleHref(flag.id)}
      title={flag.name}
      className="line-clamp-2 min-w-0 font-medium touch-target hover:underline"
    >
      {flag.name}
    </Link>
  );
}

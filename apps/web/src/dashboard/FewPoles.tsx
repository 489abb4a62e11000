import { type Flag, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { openFor } from '@/alerts/alertTexts.ts';
import { Lock } from '@/components/icons/index.ts';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { type FlagActions, useFlagActions } from '@/flags/commands/useFlagActions.ts';
import { PositionControl } from '@/flags/control/PositionControl.tsx';
import { FlagStatus } from '@/flags/status/FlagStatus.tsx';
import { PoleDrawing } from '@/flags/status/PoleDrawing.tsx';
import { PoleScene } from '@/flags/status/PoleScene.tsx';
import { commandStatus } from '@/flags/texts/commandStatus.ts';
import { lockText } from '@/flags/texts/lockTexts.ts';
import { poleQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { cn } from '@/lib/cn.ts';
import { firstFlagsQuery } from '@/lib/lists/firstFlags.ts';
import { poleHref } from '@/lib/paths.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { skyOf } from '@/scene/sky.ts';

/** The maximum number of poles that are shown as large cards. */
const CARDS = 2;
/** The maximum number of poles that are shown as rows. */
export const ROWS = 6;

interface FewPolesProps {
  user: SessionUser;
  /** The number of poles that the user can see. */
  total: number;
}

/**
 * The dashboard's controls for users with few poles: large cards for up to two poles, rows for up
 * to six.
 */
export function FewPoles({ user, total }: FewPolesProps) {
  const isFew = total > 0 && total <= ROWS;
  const { data } = useQuery({ ...firstFlagsQuery(), enabled: isFew });
  const actions = useFlagActions(user.id);
  const maySwitch = may(user, 'flag.switch');
  if (!isFew || !data) return null;
  const flags = data.items as Flag[];
  const item = { actions, maySwitch };
  if (flags.length <= CARDS)
    return (
      <ul
        aria-label={t`Your poles`}
        className={cn('grid grid-cols-1 gap-4', flags.length > 1 && 'md:grid-cols-2')}
      >
        {flags.map((flag) => (
          <LargePole key={flag.id} flag={flag} isOnly={flags.length === 1} {...item} />
        ))}
      </ul>
    );
  return (
    <div className="grid grid-cols-1 gap-2">
      {!maySwitch && (
        <p className="text-xs text-muted-foreground">
          <Trans>Your account is view-only.</Trans>
        </p>
      )}
      {/* On a wide screen, each row is its own card, in two columns, so that the name and the control are close together. */}
      <ul
        aria-label={t`Your poles`}
        className="grid grid-cols-1 rounded-lg border border-border bg-surface max-xl:divide-y max-xl:divide-border xl:grid-cols-2 xl:gap-3 xl:border-0 xl:bg-transparent"
      >
        {flags.map((flag) => (
          <PoleRow key={flag.id} flag={flag} {...item} />
        ))}
      </ul>
    </div>
  );
}

interface PoleProps {
  flag: Flag;
  actions: FlagActions;
  maySwitch: boolean;
}

/**
 * A pole as a card. On a phone, the drawing is next to the name, so that two cards fit on the
 * screen. If the user has only one pole, a wide screen shows the drawing next to the control.
 */
function LargePole({ flag, actions, maySwitch, isOnly }: PoleProps & { isOnly: boolean }) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite();
  const { data } = useQuery(poleQuery(flag.id));
  if (!state) return null;
  return (
    <li>
      <Card
        className={cn(
          'grid grid-cols-1 gap-3 p-4 max-md:p-3',
          isOnly ? 'md:grid-cols-2 md:gap-x-6' : 'max-md:grid-cols-[7rem_minmax(0,1fr)]',
        )}
      >
        <PoleScene
          view={state.view}
          sky={data ? skyOf(data) : 'day'}
          className={cn(
            'h-52',
            isOnly ? 'max-md:h-40 md:row-span-2' : 'max-md:h-full max-md:min-h-28',
          )}
        />
        <div className="grid content-start gap-3">
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
        </div>
        <div className={isOnly ? 'self-end' : 'col-span-full'}>
          <PositionControl flag={flag} actions={actions} maySwitch={maySwitch} />
        </div>
      </Card>
    </li>
  );
}

function PoleRow({ flag, actions, maySwitch }: PoleProps) {
  const state = useFlagState(flag.id);
  if (!state) return null;
  return (
    <li className="flex items-center justify-between gap-x-3 gap-y-1 px-4 py-1.5 max-md:px-3 max-[22rem]:flex-wrap xl:rounded-lg xl:border xl:border-border xl:bg-surface">
      <span className="flex min-w-0 items-center gap-2.5 max-md:gap-2">
        <PoleDrawing view={state.view} />
        <span className="grid min-w-0">
          <PoleLink flag={flag} className="max-md:line-clamp-3 max-md:text-sm max-md:leading-4.5" />
          <PoleTrouble state={state} />
        </span>
      </span>
      <div className="w-56 shrink-0 max-md:w-44 max-[22rem]:w-full">
        <PositionControl compact flag={flag} actions={actions} maySwitch={maySwitch} />
      </div>
    </li>
  );
}

/**
 * Shows that the pole is locked or offline, or that it has not confirmed its command yet. Renders
 * nothing otherwise.
 */
function PoleTrouble({ state: { view, record } }: { state: FlagState }) {
  const kind = useTicked(() => commandStatus(record, view, serverNow())?.kind ?? null);
  const { lastSeen, lock } = view;
  const silence = useTicked(() => (lastSeen === null ? null : openFor(lastSeen, serverNow())));
  const zone = usePlaceZone();
  if (lock)
    return (
      <span
        title={lockText(lock, zone)}
        className="inline-flex items-center gap-1 text-xs font-medium text-warn"
      >
        <Lock aria-hidden="true" className="size-3 shrink-0" />
        <Trans>Locked</Trans>
      </span>
    );
  if (!view.isOnline)
    return (
      <Status tone="off" className="text-xs">
        {silence === null ? t`Never reported` : t`Offline ${silence}`}
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

function PoleLink({ flag, className }: { flag: Flag; className?: string }) {
  return (
    <Link
      href={poleHref(flag.id)}
      title={flag.name}
      className={cn('line-clamp-2 min-w-0 font-medium touch-target hover:underline', className)}
    >
      {flag.name}
    </Link>
  );
}

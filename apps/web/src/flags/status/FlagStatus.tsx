import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Status } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { isAccidentalClick } from '@/lib/forms/doubleClick.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { OwnHalfStaffLine } from '../control/OwnHalfStaffLine.tsx';
import { LockBadge, LockWord } from '../lockout/LockBadge.tsx';
import {
  type CommandStatusKind,
  commandStatus,
  SHORT_NOT_CONFIRMED,
} from '../texts/commandStatus.ts';
import { lastSeenText, lastSeenTitle } from '../texts/lastSeen.ts';
import { PoleDrawing } from './PoleDrawing.tsx';

interface FlagStatusProps {
  flag: Flag;
  state: FlagState;
  actions: FlagActions;
  /** Whether this browser can send commands now. */
  writable: boolean;
  /** Hides the small drawing of the pole. */
  plain?: boolean;
  /**
   * Limits the status to one line. Uses a shorter text if the pole has not responded. Hovering
   * shows the full status.
   */
  clip?: boolean;
}

const QUIET = 'text-muted-foreground';
const LOOKS: Record<CommandStatusKind, string> = {
  // Delayed, because most poles respond before it appears.
  pending: cn(QUIET, 'animate-late [animation-delay:300ms]'),
  moving: cn(QUIET, 'animate-late [animation-delay:300ms]'),
  confirmed: 'text-ok',
  'not-confirmed': 'font-medium text-warn',
  lapsed: 'text-warn',
  stopped: QUIET,
  unknown: QUIET,
  'no-feedback': QUIET,
};

/**
 * Shows whether the pole is online, who is working at it, or how it is responding to the last
 * command.
 */
export function FlagStatus({ flag, state, actions, writable, clip, plain }: FlagStatusProps) {
  const { view, record } = state;
  const { name } = flag;
  const lastSeen = useTicked(() => lastSeenText(view.lastSeen, serverNow()));
  // A primitive value, so that a row rerenders only when the text changes and not every second.
  const said = useTicked(() => {
    const word = commandStatus(record, view, serverNow());
    return word && `${word.kind}|${word.text}`;
  });
  const zone = usePlaceZone();
  const [kind, text] =
    said === null ? [null, ''] : (said.split('|') as [CommandStatusKind, string]);
  return (
    <div className="flex items-center gap-2.5">
      {!plain && <PoleDrawing view={view} className="in-data-[layout=narrow]:hidden" />}
      {/* Without the drawing, it always has space for a second line, so that nothing below moves. */}
      <div className={cn('grid min-w-0 flex-1', plain && 'min-h-9 content-start')}>
        <div
          className="flex min-w-0 items-baseline gap-x-2 in-data-[layout=narrow]:flex-wrap"
          title={lastSeenTitle(view.lastSeen, lastSeen, zone)}
        >
          <Status tone={view.isOnline ? 'ok' : 'off'}>
            {view.isOnline ? t`Online` : t`Offline`}
          </Status>
          {view.lock && <LockBadge />}
          {!view.isOnline && !view.lock && kind !== null && kind !== 'not-confirmed' && (
            <LastSeen text={lastSeen} />
          )}
          {kind === 'not-confirmed' && !view.lock && (
            <span className="ml-auto flex gap-3 text-xs">
              <WordButton
                label={t`Retry the command for ${name}`}
                disabled={!writable}
                onClick={() => void actions.retry(flag)}
              >
                <Trans>Retry</Trans>
              </WordButton>
              <WordButton
                label={t`Cancel the command for ${name}`}
                disabled={!writable}
                onClick={() => void actions.cancel(flag)}
              >
                <Trans>Cancel</Trans>
              </WordButton>
            </span>
          )}
        </div>
        {view.lock && <LockWord lock={view.lock} clip={clip} />}
        {!view.isOnline && !view.lock && kind === null && <LastSeen text={lastSeen} />}
        <OwnHalfStaffLine flag={flag} />
        {kind !== null && !view.lock && (
          <p
            title={clip ? text : undefined}
            className={cn('text-xs', clip && 'truncate', LOOKS[kind])}
          >
            {clip && kind === 'not-confirmed' ? (
              <>
                <span aria-hidden="true">{SHORT_NOT_CONFIRMED}</span>
                <span className="sr-only">{text}</span>
              </>
            ) : (
              text
            )}
          </p>
        )}
      </div>
    </div>
  );
}

function LastSeen({ text }: { text: string }) {
  return <span className="truncate text-xs text-muted-foreground tabular-nums">{text}</span>;
}

function WordButton(props: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={(event) => {
        if (!isAccidentalClick(event)) props.onClick();
      }}
      className="relative font-medium text-primary underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-1 hover:text-primary-hover disabled:cursor-not-allowed disabled:text-muted-foreground disabled:no-underline max-lg:after:-inset-y-3.5"
    >
      {props.children}
    </button>
  );
}

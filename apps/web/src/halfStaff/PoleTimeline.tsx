import { clockText, type LedgerEntry, type LedgerKind, type PoleHalfStaff } from '@halyard/domain';
import { sourceText } from './words.ts';

const KIND_WORDS: Record<LedgerKind, string> = {
  'should-be': 'Should be',
  commanded: 'Commanded',
  acknowledged: 'Acknowledged',
  reported: 'Reported',
  deviation: 'Deviation',
  held: 'Held',
  released: 'Released',
  locked: 'Locked',
  unlocked: 'Unlocked',
  alarm: 'Alarm',
  'order-approved': 'Order approved',
  'order-amended': 'Order amended',
  'order-cancelled': 'Order cancelled',
  'day-confirmed': 'Day confirmed',
  'engine-on': 'Autopilot on',
  'engine-off': 'Autopilot off',
  offline: 'Offline',
  online: 'Online again',
  corrected: 'Corrected',
};
const POSITIONS = { up: 'up', half: 'half-staff', down: 'down' } as const;

/** What comes next at a pole and what happened there, by its own clock. */
export function PoleTimeline({ status }: { status: PoleHalfStaff }) {
  const { coming, ledger, now, timeZone } = status;
  const timeOf = (at: number) => clockText(at, now, timeZone);
  if (coming.length + ledger.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer rounded-sm py-1 font-medium">Timeline</summary>
      <div className="grid max-h-56 gap-3 overflow-y-auto pt-1">
        {coming.length > 0 && (
          <ol aria-label="Next" className="grid gap-1">
            {coming.map(({ at, position, lamp, source }) => (
              <Moment key={`${at} ${source.key} ${lamp}`} at={at} text={timeOf(at)}>
                {position === null ? 'no change' : POSITIONS[position]}
                {lamp !== null && (lamp ? ', lamp on' : ', lamp off')}: {sourceText(source)}
              </Moment>
            ))}
          </ol>
        )}
        {ledger.length > 0 && (
          <ol aria-label="Past" className="grid gap-1 border-t border-border pt-2">
            {ledger.map((entry) => (
              <Moment key={entry.seq} at={entry.at} text={timeOf(entry.at)}>
                {KIND_WORDS[entry.kind]}
                {bodyText(entry)}
              </Moment>
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}

interface MomentProps {
  at: number;
  text: string;
  children: React.ReactNode;
}

function Moment({ at, text, children }: MomentProps) {
  return (
    <li className="flex gap-3">
      <time
        dateTime={new Date(at).toISOString()}
        className="w-36 shrink-0 text-muted-foreground tabular-nums"
      >
        {text}
      </time>
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}

/** The words of an entry that are for people. */
function bodyText({ body }: LedgerEntry): string {
  const said = ['position', 'by', 'reason', 'text', 'why']
    .map((key) => body[key])
    .filter((value) => typeof value === 'string' && value !== '');
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}

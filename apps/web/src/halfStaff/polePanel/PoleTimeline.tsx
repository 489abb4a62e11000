import { clockText, type LedgerEntry, type LedgerKind, type PoleHalfStaff } from '@halyard/domain';
import { stretchText } from '../texts/stretchText.ts';

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
  alarm: 'Alert',
  'order-approved': 'Order approved',
  'order-amended': 'Order amended',
  'order-cancelled': 'Order canceled',
  'day-confirmed': 'Day confirmed',
  'engine-on': 'Autopilot on',
  'engine-off': 'Autopilot off',
  offline: 'Offline',
  online: 'Online again',
  corrected: 'Corrected',
};
const LEDGER_POSITIONS: ReadonlyMap<string, string> = new Map([
  ['up', 'full staff'],
  ['half', 'half-staff'],
]);

/** What happens next at a pole and what happened there, in its own time zone. */
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
            {coming.map((next) => (
              <Moment
                key={`${next.at} ${next.source.key} ${next.lamp}`}
                at={next.at}
                text={timeOf(next.at)}
              >
                {stretchText(next)}
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

/** Returns the readable parts of an entry: ": half-staff", ": employee, Sent up by hand". */
function bodyText({ kind, body }: LedgerEntry): string {
  const parts = ['position', 'by', 'reason', 'text', 'why']
    .map((key) => body[key])
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => LEDGER_POSITIONS.get(value as string) ?? value);
  if (parts.length === 0) return '';
  return `${kind === 'deviation' ? ' from ' : ': '}${parts.join(', ')}`;
}

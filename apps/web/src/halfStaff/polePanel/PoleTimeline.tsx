import { clockText, type LedgerEntry, type LedgerKind, type PoleHalfStaff } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { timelineSectionText } from '../texts/timelineSectionText.ts';

const KIND_WORDS: Record<LedgerKind, string> = {
  'should-be': t`Planned`,
  commanded: t`Command sent`,
  acknowledged: t`Acknowledged`,
  reported: t`Reported`,
  deviation: t`Wrong position`,
  held: t`Held`,
  released: t`Released`,
  locked: t`Locked`,
  unlocked: t`Unlocked`,
  alarm: t`Alert`,
  'order-approved': t`Order approved`,
  'order-second-approved': t`Order approved by a second person`,
  'order-amended': t`Order amended`,
  'order-cancelled': t`Order canceled`,
  'day-confirmed': t`Day confirmed`,
  'engine-on': t`Autopilot on`,
  'engine-off': t`Autopilot off`,
  offline: t`Offline`,
  online: t`Back online`,
  corrected: t`Corrected`,
};
const LEDGER_POSITIONS: ReadonlyMap<string, string> = new Map([
  ['up', t`full staff`],
  ['half', t`half-staff`],
]);

/**
 * Shows what will happen next at a pole, and what has happened there. Times are in the pole's time
 * zone.
 */
export function PoleTimeline({
  status,
}: {
  status: Pick<PoleHalfStaff, 'coming' | 'ledger' | 'now' | 'timeZone'>;
}) {
  const { coming, ledger, now, timeZone } = status;
  const timeOf = (at: number) => clockText(at, now, timeZone);
  if (coming.length + ledger.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer rounded-sm py-1 font-medium touch:py-3.5">
        <Trans>Past and upcoming</Trans>
      </summary>
      <div className="grid max-h-56 gap-3 overflow-y-auto pt-1">
        {coming.length > 0 && (
          <ol aria-label={t`Next`} className="grid gap-1">
            {coming.map((next) => (
              <Moment
                key={`${next.at} ${next.source.key} ${next.lamp}`}
                at={next.at}
                text={timeOf(next.at)}
              >
                {timelineSectionText(next)}
              </Moment>
            ))}
          </ol>
        )}
        {ledger.length > 0 && (
          <ol aria-label={t`Past`} className="grid gap-1 border-t border-border pt-2">
            {ledger.map((entry) => (
              <Moment key={entry.seq} at={entry.at} text={timeOf(entry.at)}>
                {entryText(entry)}
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

/** Returns a ledger entry as text: "Held: employee, Raised manually". */
function entryText({ kind, body }: LedgerEntry): string {
  const parts = ['position', 'by', 'reason', 'text', 'why']
    .map((key) => body[key])
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => LEDGER_POSITIONS.get(value as string) ?? value)
    .join(', ');
  if (parts === '') return KIND_WORDS[kind];
  return kind === 'deviation'
    ? t`Wrong position: should be ${parts}`
    : `${KIND_WORDS[kind]}: ${parts}`;
}

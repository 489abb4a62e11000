import { type Activity, activityText, CHANNEL_LABELS, isStop, outcomeText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { Column } from '@/components/ui/DataTable.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status, type StatusTone } from '@/components/ui/Status.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import { activityHref } from './useActivity.ts';

const TONES: Record<Activity['outcome'], StatusTone> = {
  done: 'off',
  confirmed: 'ok',
  'not-confirmed': 'warn',
  lapsed: 'bad',
  replaced: 'off',
  cancelled: 'off',
  'no-feedback': 'off',
  refused: 'bad',
};

type Key = 'when' | 'who' | 'what' | 'on' | 'outcome' | 'from';
export const ACTIVITY_CARD_ORDER: readonly Key[] = ['what', 'on', 'when', 'who', 'outcome', 'from'];

/**
 * Shows the result of an action as an icon, a label and a color. An action that needs no
 * confirmation by a pole shows only a gray "Done".
 */
export function Outcome({ entry }: { entry: Activity }) {
  const text = outcomeText(entry);
  if (entry.outcome === 'done') return <span className="text-muted-foreground">{text}</span>;
  // The position of a stopped pole is unknown, so the result does not count as good.
  const isStopped = entry.outcome === 'confirmed' && isStop(entry.detail);
  return (
    <Status
      tone={isStopped ? 'off' : TONES[entry.outcome]}
      className="items-baseline whitespace-normal"
    >
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </Status>
  );
}

/** The style of a link in the activity table. Its click target is larger on touch screens. */
const link = 'rounded-sm wrap-anywhere hover:underline touch:touch-target';

/**
 * Padding for every column of the activity table. It is smaller if the table is narrow, as on a
 * laptop with the sidebar open.
 */
const TIGHT = 'px-2 first:pl-4 last:pr-4 @4xl:px-4';
const NARROW = `w-28 @4xl:w-44 ${TIGHT}`;

export const ACTIVITY_COLUMNS: readonly Column<Activity, Key>[] = [
  {
    key: 'when',
    header: t`When`,
    cell: ({ at }) => <Moment at={at} />,
    className: NARROW,
  },
  {
    key: 'who',
    header: t`Who`,
    cell: ({ actor }) =>
      actor.id === null ? (
        <span className="text-muted-foreground">{actor.name}</span>
      ) : (
        <Link
          href={activityHref({ who: actor.id })}
          title={t`All activity by ${{ name: actor.name }}`}
          className={link}
        >
          {actor.name}
        </Link>
      ),
    className: NARROW,
  },
  {
    key: 'what',
    header: t`What`,
    cell: (entry) => <TwoLines text={activityText(entry)} />,
    className: TIGHT,
  },
  {
    key: 'on',
    header: t`Target`,
    cell: ({ subject, flagId, company }) => (
      <>
        {subject !== null &&
          (flagId === null ? (
            <span className="wrap-anywhere">{subject}</span>
          ) : (
            <Link
              href={activityHref({ flagId })}
              title={t`All activity on ${subject}`}
              className={link}
            >
              {subject}
            </Link>
          ))}
        {subject === null && company}
        {subject !== null && company !== null && company !== subject && (
          <span className="block text-xs wrap-anywhere text-muted-foreground">{company}</span>
        )}
        {subject === null && company === null && '–'}
      </>
    ),
    className: TIGHT,
  },
  {
    key: 'outcome',
    header: t`Outcome`,
    cell: (entry) => <Outcome entry={entry} />,
    className: TIGHT,
  },
  {
    key: 'from',
    header: t`Via`,
    cell: ({ channel, address }) => (
      <>
        {CHANNEL_LABELS[channel]}
        {address !== null && (
          <span className="block font-mono text-xs break-all text-muted-foreground">{address}</span>
        )}
      </>
    ),
    className: NARROW,
  },
];

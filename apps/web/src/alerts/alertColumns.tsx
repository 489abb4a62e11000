import {
  ALERT_LABELS,
  type Alert,
  type AlertCondition,
  type AlertSortKey,
  durationText,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { Column } from '@/components/ui/DataTable.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status, type StatusTone } from '@/components/ui/Status.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import { poleHref } from '@/lib/paths.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { likelyReason, openFor } from './alertTexts.ts';

export const ALERT_TONES: Record<AlertCondition, StatusTone> = {
  offline: 'off',
  voltage: 'bad',
  'not-confirmed': 'warn',
  'movement-failed': 'bad',
  'wrong-position': 'bad',
};

/** Returns the URL of the alert's pole page. */
export const alertHref = ({ pole }: Alert) => poleHref(pole.id);

/** Shows a time, with a duration in smaller print below it. */
function NotedMoment({ at, note }: { at: number; note: string }) {
  return (
    <>
      <Moment at={at} />
      <span className="block text-xs text-muted-foreground">{note}</span>
    </>
  );
}

function OpenSince({ since }: { since: number }) {
  const duration = useTicked(() => openFor(since, serverNow()));
  return <NotedMoment at={since} note={t`for ${duration}`} />;
}

const FLAG: Column<Alert, AlertSortKey> = {
  key: 'flag',
  header: t`Flag`,
  cell: ({ pole }) => (
    <>
      <TwoLines text={pole.name} />
      <span className="block text-xs font-normal text-muted-foreground">
        {pole.location}, {pole.company}
      </span>
    </>
  ),
  sortValue: ({ pole }) => pole.name,
};

const CONDITION: Column<Alert, AlertSortKey> = {
  key: 'condition',
  header: t`Alert`,
  cell: (alert) => {
    const { condition, cause } = alert;
    return (
      <>
        <Status tone={ALERT_TONES[condition]}>{ALERT_LABELS[condition]}</Status>
        <span className="block text-xs break-words text-muted-foreground">
          {[likelyReason(alert), cause].filter(Boolean).join(' ')}
        </span>
      </>
    );
  },
  sortValue: ({ condition }) => ALERT_LABELS[condition],
  className: 'md:w-[42%]',
};

export const OPEN_COLUMNS: readonly Column<Alert, AlertSortKey>[] = [
  FLAG,
  CONDITION,
  {
    key: 'since',
    header: t`Since`,
    cell: ({ since }) => <OpenSince since={since} />,
    sortValue: ({ since }) => since,
    className: 'md:w-48 tabular-nums',
  },
];

export const ENDED_COLUMNS: readonly Column<Alert, AlertSortKey>[] = [
  FLAG,
  CONDITION,
  {
    key: 'ended',
    header: t`Resolved`,
    cell: ({ since, endedAt }) =>
      endedAt !== null && (
        <NotedMoment at={endedAt} note={t`after ${{ duration: durationText(endedAt - since) }}`} />
      ),
    sortValue: ({ endedAt }) => endedAt,
    className: 'md:w-48 tabular-nums',
  },
];

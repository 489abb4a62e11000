import {
  COMPLIANCE_LABELS,
  COMPLIANCE_OUTCOMES,
  type ComplianceOutcome,
  type CompliancePage,
  type ComplianceRow,
  type ComplianceSortKey,
  dayName,
  durationText,
  momentText,
  numberText,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { PoleLink } from '@/components/PoleLink.tsx';
import type { Column } from '@/components/ui/DataTable.tsx';
import { Status, type StatusTone } from '@/components/ui/Status.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import { resultsIn } from './complianceQueries.ts';

export const interventionsText = ({ interventions, timeZone }: ComplianceRow): string =>
  interventions.map(({ by, why, at }) => `${why} (${by}, ${momentText(at, timeZone)})`).join('; ');

/**
 * Summarizes the results of a report: "10 of 12 on time · 1 late · 1 offline". A result counts as
 * on time only if the pole reported the position.
 */
export function summaryOf(report: Pick<CompliancePage, 'outcomes'>): string {
  const count = (outcome: ComplianceOutcome) => report.outcomes[outcome];
  const onTime = numberText(count('on-time'));
  const total = numberText(resultsIn(report));
  const others = OTHER_OUTCOMES.map((outcome) => [outcome, count(outcome)] as const);
  return [
    t`${onTime} of ${total} on time`,
    ...others.filter(([, times]) => times > 0).map(([outcome, times]) => TIMES[outcome](times)),
  ].join(' · ');
}

type OtherOutcome = Exclude<ComplianceOutcome, 'on-time'>;
const OTHER_OUTCOMES = COMPLIANCE_OUTCOMES.filter(
  (outcome): outcome is OtherOutcome => outcome !== 'on-time',
);
const TIMES: Record<OtherOutcome, (count: number) => string> = {
  late: (count) => plural(count, { one: '# late', other: '# late' }),
  held: (count) => plural(count, { one: '# held', other: '# held' }),
  locked: (count) => plural(count, { one: '# locked', other: '# locked' }),
  offline: (count) => plural(count, { one: '# offline', other: '# offline' }),
  'not-known': (count) => plural(count, { one: '# unknown', other: '# unknown' }),
};

const MINUTE_MS = 60_000;

/** Explains a result of the compliance report: "Not at half-staff for 3 hr 8 min · Locked for 40 min". */
export function resultText(row: ComplianceRow): string {
  // No details are needed, because the other columns show the times.
  if (row.outcome === 'on-time') return '';
  const parts: [minutes: number, text: (duration: string) => string][] = [
    [row.deviationMinutes, (duration) => t`Not at half-staff for ${duration}`],
    [row.heldMinutes, (duration) => t`On hold for ${duration}`],
    [row.lockedMinutes, (duration) => t`Locked for ${duration}`],
    [row.offlineMinutes, (duration) => t`Offline for ${duration}`],
  ];
  return parts
    .filter(([minutes]) => minutes > 0)
    .map(([minutes, text]) => text(durationText(minutes * MINUTE_MS)))
    .join(' · ');
}

const TONES: Record<ComplianceOutcome, StatusTone> = {
  'on-time': 'ok',
  late: 'bad',
  held: 'warn',
  locked: 'warn',
  offline: 'off',
  'not-known': 'off',
};

/**
 * Returns the period when a row's pole should be at half-staff: "May 25, 2026, 5:48 AM EDT – now".
 */
export function spanText({ from, until, timeZone }: ComplianceRow): string {
  const start = momentText(from, timeZone);
  return until === null ? t`${start} – now` : `${start} – ${momentText(until, timeZone)}`;
}

const moment = (at: number | null, timeZone: string) =>
  at === null ? '–' : momentText(at, timeZone);

export const COMPLIANCE_COLUMNS: readonly Column<ComplianceRow, ComplianceSortKey>[] = [
  {
    key: 'pole',
    header: t`Pole`,
    cell: ({ pole }) => (
      <>
        <PoleLink pole={pole} className="line-clamp-2" />
        <span className="block text-xs font-normal text-muted-foreground">{pole.location}</span>
      </>
    ),
    sortValue: ({ pole }) => pole.name,
  },
  {
    key: 'title',
    header: t`Order or day`,
    cell: (row) => (
      <>
        <TwoLines text={dayName(row.title)} />
        {row.interventions.length > 0 && (
          <span className="block text-xs text-muted-foreground">{interventionsText(row)}</span>
        )}
      </>
    ),
    sortValue: ({ title }) => title,
  },
  {
    key: 'from',
    header: t`Planned half-staff`,
    cell: spanText,
    sortValue: ({ from }) => from,
    className: 'w-60 tabular-nums',
  },
  {
    key: 'lowered',
    header: t`Lowered`,
    cell: ({ lowered, timeZone }) => moment(lowered, timeZone),
    sortValue: ({ lowered }) => lowered,
    className: 'w-36 tabular-nums',
  },
  {
    key: 'raised',
    header: t`Raised`,
    cell: ({ raised, timeZone }) => moment(raised, timeZone),
    sortValue: ({ raised }) => raised,
    className: 'w-36 tabular-nums',
  },
  {
    key: 'result',
    header: t`Result`,
    cell: (row) => (
      <>
        <Status tone={TONES[row.outcome]}>{COMPLIANCE_LABELS[row.outcome]}</Status>
        <span className="block text-xs text-muted-foreground tabular-nums">{resultText(row)}</span>
      </>
    ),
    sortValue: ({ outcome }) => outcome,
    className: 'w-44',
  },
];

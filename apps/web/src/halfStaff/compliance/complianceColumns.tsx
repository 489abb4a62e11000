import {
  COMPLIANCE_LABELS,
  COMPLIANCE_OUTCOMES,
  type ComplianceOutcome,
  type ComplianceRow,
  momentText,
} from '@halyard/domain';
import { PoleLink } from '@/components/PoleLink.tsx';
import { type Column, columnValue } from '@/components/ui/DataTable.tsx';
import { Status, type StatusTone } from '@/components/ui/Status.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import type { RowRules } from '@/lib/lists/foundRows.ts';

export const COMPLIANCE_SORT_KEYS = [
  'pole',
  'title',
  'from',
  'lowered',
  'raised',
  'result',
] as const;
export type ComplianceSortKey = (typeof COMPLIANCE_SORT_KEYS)[number];

const minutesText = (minutes: number): string => `${minutes.toLocaleString('en-US')} min`;

/** More minutes than any row has. Results of the same kind sort by their minutes. */
const WORST_MINUTES = 10_000_000;

export const interventionsText = ({ interventions, timeZone }: ComplianceRow): string =>
  interventions.map(({ by, why, at }) => `${why} (${by}, ${momentText(at, timeZone)})`).join('; ');

/**
 * "10 of 12 on time · 1 late · 1 offline". Only positions that a pole reported count as on time.
 */
export function summaryOf(rows: readonly ComplianceRow[]): string {
  const count = (outcome: ComplianceOutcome) =>
    rows.filter((row) => row.outcome === outcome).length.toLocaleString('en-US');
  const others = COMPLIANCE_OUTCOMES.filter(
    (outcome) => outcome !== 'on-time' && rows.some((row) => row.outcome === outcome),
  );
  return [
    `${count('on-time')} of ${rows.length.toLocaleString('en-US')} on time`,
    ...others.map((outcome) => `${count(outcome)} ${COMPLIANCE_LABELS[outcome].toLowerCase()}`),
  ].join(' · ');
}

/**
 * Returns the minutes that explain a row's result: "12 min in another position, 40 min offline".
 */
export function resultText(row: ComplianceRow): string {
  // The times in the other columns are enough.
  if (row.outcome === 'on-time') return '';
  const parts: [minutes: number, what: string][] = [
    [row.deviationMinutes, 'in another position'],
    [row.heldMinutes, 'held elsewhere'],
    [row.lockedMinutes, 'locked'],
    [row.offlineMinutes, 'offline'],
  ];
  return parts
    .filter(([minutes]) => minutes > 0)
    .map(([minutes, what]) => `${minutesText(minutes)} ${what}`)
    .join(', ');
}

const TONES: Record<ComplianceOutcome, StatusTone> = {
  'on-time': 'ok',
  late: 'bad',
  held: 'warn',
  locked: 'warn',
  offline: 'off',
  'not-known': 'off',
};

const moment = (at: number | null, timeZone: string) =>
  at === null ? '–' : momentText(at, timeZone);

export const COMPLIANCE_COLUMNS: readonly Column<ComplianceRow, ComplianceSortKey>[] = [
  {
    key: 'pole',
    header: 'Pole',
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
    header: 'For',
    cell: (row) => (
      <>
        <TwoLines text={row.title} />
        {row.interventions.length > 0 && (
          <span className="block text-xs text-muted-foreground">{interventionsText(row)}</span>
        )}
      </>
    ),
    sortValue: ({ title }) => title,
  },
  {
    key: 'from',
    header: 'Should be half-staff',
    cell: ({ from, until, timeZone }) =>
      `${momentText(from, timeZone)} – ${until === null ? 'now' : momentText(until, timeZone)}`,
    sortValue: ({ from }) => from,
    className: 'w-60 tabular-nums',
  },
  {
    key: 'lowered',
    header: 'Lowered',
    cell: ({ lowered, timeZone }) => moment(lowered, timeZone),
    sortValue: ({ lowered }) => lowered,
    className: 'w-36 tabular-nums',
  },
  {
    key: 'raised',
    header: 'Raised',
    cell: ({ raised, timeZone }) => moment(raised, timeZone),
    sortValue: ({ raised }) => raised,
    className: 'w-36 tabular-nums',
  },
  {
    key: 'result',
    header: 'Result',
    cell: (row) => (
      <>
        <Status tone={TONES[row.outcome]}>{COMPLIANCE_LABELS[row.outcome]}</Status>
        <span className="block text-xs text-muted-foreground tabular-nums">{resultText(row)}</span>
      </>
    ),
    sortValue: ({ outcome, deviationMinutes }) =>
      COMPLIANCE_OUTCOMES.indexOf(outcome) * WORST_MINUTES + deviationMinutes,
    className: 'w-44',
  },
];

/** Sorted by default by time, newest first, then by pole. */
export const COMPLIANCE_RULES: RowRules<ComplianceRow, ComplianceSortKey> = {
  searched: ({ pole, title }) => [pole.name, pole.location, title],
  defaultOrder: [({ from }) => -from, ({ pole }) => pole.name],
  value: columnValue(COMPLIANCE_COLUMNS),
};

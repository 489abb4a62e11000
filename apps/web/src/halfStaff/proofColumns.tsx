import type { ComplianceRow } from '@halyard/domain';
import { type Column, columnValue } from '@/components/ui/data-table.tsx';
import { TwoLines } from '@/components/ui/table.tsx';
import type { RowRules } from '@/lib/foundRows.ts';
import { polesText, zonedText } from './words.ts';

export const PROOF_SORT_KEYS = ['pole', 'title', 'from', 'lowered', 'raised', 'deviation'] as const;
export type ProofSortKey = (typeof PROOF_SORT_KEYS)[number];

/** Minutes that a pole may take to move before it counts as late. */
const ON_TIME_MINUTES = 5;

/** "12 min"; nothing of note: "None". */
export const deviationText = (minutes: number): string =>
  minutes === 0 ? 'None' : `${minutes.toLocaleString('en-US')} min`;

export const interventionsText = ({ interventions, timeZone }: ComplianceRow): string =>
  interventions.map(({ by, why, at }) => `${why} (${by}, ${zonedText(at, timeZone)})`).join('; ');

/** "36 of 37 poles kept to it within 5 minutes." */
export function summaryOf(rows: readonly ComplianceRow[]): string {
  const kept = rows.filter(({ deviationMinutes }) => deviationMinutes <= ON_TIME_MINUTES).length;
  const things = rows.length === 1 ? '1 time' : `${rows.length.toLocaleString('en-US')} times`;
  const poles = polesText(new Set(rows.map(({ pole }) => pole.id)).size);
  return `${kept.toLocaleString('en-US')} of ${things} that ${poles} should have been at half-staff were kept within ${ON_TIME_MINUTES} minutes.`;
}

const moment = (at: number | null, timeZone: string) =>
  at === null ? '–' : zonedText(at, timeZone);

export const PROOF_COLUMNS: readonly Column<ComplianceRow, ProofSortKey>[] = [
  {
    key: 'pole',
    header: 'Pole',
    cell: ({ pole }) => (
      <>
        <TwoLines text={pole.name} />
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
      `${zonedText(from, timeZone)} – ${until === null ? 'still' : zonedText(until, timeZone)}`,
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
    key: 'deviation',
    header: 'Deviation',
    cell: ({ deviationMinutes }) => deviationText(deviationMinutes),
    sortValue: ({ deviationMinutes }) => deviationMinutes,
    align: 'right',
    className: 'w-32 tabular-nums',
  },
];

/** The latest first, then by pole. */
export const PROOF_RULES: RowRules<ComplianceRow, ProofSortKey> = {
  searched: ({ pole, title }) => [pole.name, pole.location, title],
  defaultOrder: [({ from }) => -from, ({ pole }) => pole.name],
  value: columnValue(PROOF_COLUMNS),
};

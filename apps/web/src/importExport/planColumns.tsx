import type { ImportChange, ImportLine, LineFate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Column, columnValue } from '@/components/ui/DataTable.tsx';
import { Status, type StatusTone } from '@/components/ui/Status.tsx';
import { Truncate } from '@/components/ui/Table.tsx';
import type { RowRules } from '@/lib/lists/foundRows.ts';

const FATES: Record<LineFate, { tone: StatusTone; label: string }> = {
  create: { tone: 'ok', label: t`New` },
  update: { tone: 'warn', label: t`Changed` },
  same: { tone: 'off', label: t`Unchanged` },
  refused: { tone: 'bad', label: t`Error` },
};

export const PLAN_SORT_KEYS = ['line', 'name', 'fate', 'notes'] as const;
export type PlanSortKey = (typeof PLAN_SORT_KEYS)[number];

/** Returns a row's notes. Each note begins with the name of the column that it is about. */
const notesOf = ({ notes }: ImportLine) =>
  notes.map(({ column, text }) => (text.startsWith(column) ? text : `${column}: ${text}`));

const NONE = t`none`;

/** Returns the texts for the changes and notes of a dry-run row. */
const detailsOf = (line: ImportLine) => [
  ...line.changes.map(({ column, from, to }) => `${column}: ${from || NONE} → ${to || NONE}`),
  ...notesOf(line),
];

/** The columns of the table that shows a dry run. */
export const PLAN_COLUMNS: readonly Column<ImportLine, PlanSortKey>[] = [
  {
    key: 'name',
    header: t`Name`,
    cell: ({ name }) => <Truncate text={name || '–'} />,
    sortValue: ({ name }) => name,
    className: 'w-[25%]',
  },
  {
    key: 'line',
    header: t`Row`,
    cell: ({ line }) => line,
    sortValue: ({ line }) => line,
    align: 'right',
    className: 'w-20 tabular-nums',
  },
  {
    key: 'fate',
    header: t`Result`,
    cell: ({ fate }) => <Status tone={FATES[fate].tone}>{FATES[fate].label}</Status>,
    sortValue: ({ fate }) => FATES[fate].label,
    className: 'w-40',
  },
  {
    key: 'notes',
    header: t`Details`,
    sortValue: (line) => detailsOf(line)[0],
    cell: (line) => (
      <ul className="md:py-2">
        {line.changes.map((change) => (
          <li key={change.column} className="break-words whitespace-normal">
            <Change {...change} />
          </li>
        ))}
        {notesOf(line).map((note) => (
          <li key={note} className="break-words whitespace-normal">
            {note}
          </li>
        ))}
      </ul>
    ),
  },
];

/** Shows a change as `Phone: old → new`, with a sentence for screen readers. */
function Change({ column, from, to }: ImportChange) {
  const before = from || NONE;
  const after = to || NONE;
  return (
    <Trans>
      {column}: <span className="sr-only">from </span>
      <del className="text-muted-foreground">{before}</del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> to </span>
      <ins className="font-medium no-underline">{after}</ins>
    </Trans>
  );
}

export const PLAN_RULES: RowRules<ImportLine, PlanSortKey> = {
  searched: (line) => [line.name, FATES[line.fate].label, ...detailsOf(line)],
  defaultOrder: [({ line }) => line],
  value: columnValue(PLAN_COLUMNS),
};

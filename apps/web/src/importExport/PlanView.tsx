import { type ImportLine, type ImportPlan, numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { CheckLine } from '@/components/ui/CheckLine.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { Toolbar } from '@/components/ui/PageHeader.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { PLAN_COLUMNS, PLAN_RULES, PLAN_SORT_KEYS } from './planColumns.tsx';

/**
 * The filters of the dry run: rows with errors, and rows that change existing data. The first
 * filter that matches any rows is on by default.
 */
const ONLY: readonly { fate: ImportLine['fate']; label: string }[] = [
  { fate: 'refused', label: t`Problems only` },
  { fate: 'update', label: t`Changes only` },
];

/** Shows the dry run: the number of rows for each outcome, and each row with its details. */
export function PlanView({ plan }: { plan: ImportPlan }) {
  const only = ONLY.find(({ fate }) => plan.counts[fate] > 0);
  const [isNarrowed, setIsNarrowed] = useState(true);
  const list = useListState({ sortKeys: PLAN_SORT_KEYS });
  const lines =
    only && isNarrowed ? plan.lines.filter(({ fate }) => fate === only.fate) : plan.lines;
  const total = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
  const found = useFoundRows(lines, PLAN_RULES, list);
  return (
    <section aria-label={t`Dry run`} className="grid grid-cols-1 gap-4">
      <h2 className="text-base font-semibold">
        <Trans>Dry run</Trans>
      </h2>
      <p role="status" className="tabular-nums">
        {summaryText(plan.counts)}
      </p>
      {plan.lines.length < total && (
        <p>
          {t`Showing ${{ shown: numberText(plan.lines.length) }} of ${{ total: numberText(total) }} rows, errors and changes first.`}
        </p>
      )}
      {plan.warnings.map((warning) => (
        <p key={warning} className="break-words text-warn">
          {warning}
        </p>
      ))}
      <Toolbar>
        <SearchInput
          value={list.search}
          onValueChange={list.setSearch}
          placeholder={t`Search rows…`}
        />
        {only && (
          <CheckLine checked={isNarrowed} onChange={() => setIsNarrowed(!isNarrowed)}>
            {only.label}
          </CheckLine>
        )}
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState title={t`No matching rows`} />
      ) : (
        <DataList
          label={t`Rows`}
          columns={PLAN_COLUMNS}
          rows={found}
          list={list}
          rowKey={({ line }) => String(line)}
          rowName={({ line, name }) => name || t`row ${line}`}
        />
      )}
    </section>
  );
}

/** Summarizes a dry run: "12 new, 3 changed, 40 unchanged, 1 with errors". */
function summaryText({ create, update, same, refused }: ImportPlan['counts']): string {
  const parts = [
    plural(create, { one: '# new', other: '# new' }),
    plural(update, { one: '# changed', other: '# changed' }),
    plural(same, { one: '# unchanged', other: '# unchanged' }),
    ...(refused > 0 ? [plural(refused, { one: '# with errors', other: '# with errors' })] : []),
  ];
  return parts.join(', ');
}

import { type Company, type CompanySortKey, SEARCHED } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { type Column, columnValue } from '@/components/ui/DataTable.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import type { RowRules } from '@/lib/lists/foundRows.ts';

const count = (key: 'locations' | 'flags' | 'users', header: string) => ({
  key,
  header,
  cell: (company: Company) => company[key],
  sortValue: (company: Company) => company[key],
  align: 'right' as const,
  className: 'w-28 tabular-nums',
});

export const COMPANY_COLUMNS: readonly Column<Company, CompanySortKey>[] = [
  {
    key: 'name',
    header: t`Name`,
    cell: ({ name }) => <TwoLines text={name} />,
    sortValue: ({ name }) => name,
  },
  count('locations', t`Locations`),
  count('flags', t`Flags`),
  count('users', t`Users`),
];

/** Companies are searched by name, and sorted by name by default (spec §5). */
export const COMPANY_RULES: RowRules<Company, CompanySortKey> = {
  searched: SEARCHED.company,
  defaultOrder: [({ name }) => name],
  value: columnValue(COMPANY_COLUMNS),
};

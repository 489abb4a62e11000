import type { Company, CompanySortKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { Column } from '@/components/ui/DataTable.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';

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

import type { User } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { DataList } from '@/components/DataList.tsx';
import { ListContent } from '@/components/ListContent.tsx';
import { type Column, columnValue } from '@/components/ui/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { PageSection } from '@/components/ui/page-header.tsx';
import { Status } from '@/components/ui/status.tsx';
import { TwoLines } from '@/components/ui/table.tsx';
import { type RowRules, useFoundRows } from '@/lib/foundRows.ts';
import { useListState } from '@/lib/listState.ts';
import { companyUsersQuery } from '@/lib/query.ts';

const SORT_KEYS = ['name', 'email', 'role', 'location', 'status'] as const;
type EmployeeSortKey = (typeof SORT_KEYS)[number];
const NONE: readonly User[] = [];

const COLUMNS: readonly Column<User, EmployeeSortKey>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => <TwoLines text={name} />,
    sortValue: ({ name }) => name,
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => <TwoLines text={email} />,
    sortValue: ({ email }) => email,
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ formattedRole }) => formattedRole,
    sortValue: ({ formattedRole }) => formattedRole,
    className: 'w-36',
  },
  {
    key: 'location',
    header: 'Location',
    cell: ({ location }) => <TwoLines text={location ?? '–'} />,
    sortValue: ({ location }) => location,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Status tone={status === 'online' ? 'ok' : 'off'}>
        {status === 'online' ? 'Online' : 'Offline'}
      </Status>
    ),
    sortValue: ({ status }) => status,
    className: 'w-28',
  },
];

/** Ordered by last name, then first name (spec §5). */
const RULES: RowRules<User, EmployeeSortKey> = {
  searched: ({ name, email, formattedRole, location }) => [
    name,
    email,
    formattedRole,
    location ?? '',
  ],
  defaultOrder: [({ lastName }) => lastName, ({ firstName }) => firstName],
  value: columnValue(COLUMNS),
};

/** The people of the company. */
export function CompanyEmployees({ companyId }: { companyId: string }) {
  const query = useQuery(companyUsersQuery(companyId));
  const list = useListState({ sortKeys: SORT_KEYS, prefix: 'employees-' });
  const found = useFoundRows(query.data ?? NONE, RULES, list);
  return (
    <PageSection title="Employees" count={query.data?.length}>
      <ListContent
        query={query}
        things="employees"
        empty={<EmptyState title="No employees yet" icon={<Users />} />}
      >
        <DataList
          label="Employees"
          columns={COLUMNS}
          rows={found}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
        />
      </ListContent>
    </PageSection>
  );
}

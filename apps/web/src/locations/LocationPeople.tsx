import type { SessionUser, User } from '@halyard/domain';
import { USER_SORT_KEYS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { DataList } from '@/components/DataList.tsx';
import { Users } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import {
  EMPLOYEE_CARD_ORDER,
  EMPLOYEE_COLUMNS,
  EMPLOYEE_RULES,
} from '@/employees/employeeColumns.tsx';
import { usersQuery } from '@/lib/api/query.ts';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';

const NONE: readonly User[] = [];

/** Lists the users of one location. */
export function LocationPeople({ user, locationId }: { user: SessionUser; locationId: string }) {
  const query = useQuery(usersQuery(user));
  const people = useMemo(
    () => query.data?.filter((each) => each.locationId === locationId) ?? NONE,
    [query.data, locationId],
  );
  const list = useListState({ sortKeys: USER_SORT_KEYS, prefix: 'employees-' });
  const found = useFoundRows(people, EMPLOYEE_RULES, list);
  const [, navigate] = useLocation();
  return (
    <PageSection title={t`Employees`} count={query.data && people.length}>
      <ListContent
        query={{ ...query, data: query.data && people } as typeof query}
        things="employees"
        empty={<EmptyState title={t`No employees at this location yet`} icon={<Users />} />}
      >
        <DataList
          label={t`Employees`}
          columns={EMPLOYEE_COLUMNS}
          cardOrder={EMPLOYEE_CARD_ORDER}
          rows={found}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onRowClick={({ id }) => navigate(withDialog('/employees', `employee:${id}`))}
        />
      </ListContent>
    </PageSection>
  );
}

import { USER_SORT_KEYS, type UserSortKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useLocation } from 'wouter';
import { DataList } from '@/components/DataList.tsx';
import { Users } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { EMPLOYEE_CARD_ORDER, LOCATION_EMPLOYEE_COLUMNS } from '@/employees/employeeColumns.tsx';
import { useListState } from '@/lib/lists/listState.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';

const SORT_KEYS: readonly UserSortKey[] = USER_SORT_KEYS.filter((key) => key !== 'location');

/** Lists the users of one location. */
export function LocationPeople({ locationId }: { locationId: string }) {
  const list = useListState({ sortKeys: SORT_KEYS, prefix: 'employees-' });
  const of = { location: locationId };
  const { query, rows, total, isEmpty } = useListPage('listUsers', list, of);
  const [, navigate] = useLocation();
  return (
    <PageSection title={t`Employees`} count={total}>
      <ListContent
        query={query}
        things="employees"
        isEmpty={isEmpty}
        empty={<EmptyState title={t`No employees at this location yet`} icon={<Users />} />}
      >
        <DataList
          label={t`Employees`}
          columns={LOCATION_EMPLOYEE_COLUMNS}
          cardOrder={EMPLOYEE_CARD_ORDER}
          rows={rows}
          total={total}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onRowClick={({ id }) => navigate(withDialog('/employees', `employee:${id}`))}
        />
      </ListContent>
    </PageSection>
  );
}

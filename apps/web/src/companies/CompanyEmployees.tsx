import type { SessionUser, User } from '@halyard/domain';
import { USER_SORT_KEYS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { Plus, Users } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { EmployeeDialogs } from '@/employees/EmployeeDialogs.tsx';
import {
  deleteRefusalFor,
  EMPLOYEE_CARD_ORDER,
  EMPLOYEE_COLUMNS,
} from '@/employees/employeeColumns.tsx';
import { userQuery } from '@/lib/api/listPages.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';

interface CompanyEmployeesProps {
  user: SessionUser;
  companyId: string;
}

/** Lists the users of a company. */
export function CompanyEmployees({ user, companyId }: CompanyEmployeesProps) {
  const list = useListState({ sortKeys: USER_SORT_KEYS, prefix: 'employees-' });
  const of = { company: companyId };
  const { query, rows, total, isEmpty } = useListPage('listUsers', list, of);
  const [adding, setAdding] = useDialogParam('add-employee');
  const [opened, setOpened] = useOpenedRow('employee', rows, userQuery);
  const [deleting, setDeleting] = useState<User | null>(null);
  return (
    <PageSection
      title={t`Employees`}
      count={total}
      actions={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          <Trans>Add Employee</Trans>
        </Button>
      }
    >
      <ListContent
        query={query}
        things="employees"
        isEmpty={isEmpty}
        empty={<EmptyState title={t`No employees yet`} icon={<Users />} />}
      >
        <DataList
          label={t`Employees`}
          columns={EMPLOYEE_COLUMNS}
          cardOrder={EMPLOYEE_CARD_ORDER}
          rows={rows}
          total={total}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onRowClick={setOpened}
          onEdit={setOpened}
          onDelete={setDeleting}
          deleteRefusal={deleteRefusalFor(user)}
        />
      </ListContent>
      <EmployeeDialogs
        user={user}
        companyId={companyId}
        adding={adding}
        opened={opened}
        deleting={deleting}
        onClose={() => {
          setAdding(false);
          setOpened(null);
          setDeleting(null);
        }}
      />
    </PageSection>
  );
}

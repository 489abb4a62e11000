import type { SessionUser, User } from '@halyard/domain';
import { USER_SORT_KEYS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
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
  EMPLOYEE_RULES,
} from '@/employees/employeeColumns.tsx';
import { companyUsersQuery } from '@/lib/api/query.ts';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogParam, useDialogRow } from '@/lib/page/dialogParam.ts';

const NONE: readonly User[] = [];

interface CompanyEmployeesProps {
  user: SessionUser;
  companyId: string;
}

/** Lists the users of the company. */
export function CompanyEmployees({ user, companyId }: CompanyEmployeesProps) {
  const query = useQuery(companyUsersQuery(companyId));
  const list = useListState({ sortKeys: USER_SORT_KEYS, prefix: 'employees-' });
  const found = useFoundRows(query.data ?? NONE, EMPLOYEE_RULES, list);
  const [adding, setAdding] = useDialogParam('add-employee');
  const [opened, setOpened] = useDialogRow('employee', query.data ?? NONE);
  const [deleting, setDeleting] = useState<User | null>(null);
  return (
    <PageSection
      title={t`Employees`}
      count={query.data?.length}
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
        empty={<EmptyState title={t`No employees yet`} icon={<Users />} />}
      >
        <DataList
          label={t`Employees`}
          columns={EMPLOYEE_COLUMNS}
          cardOrder={EMPLOYEE_CARD_ORDER}
          rows={found}
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

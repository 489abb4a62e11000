import { may, USER_SORT_KEYS, type User } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { Plus, UserPlus, Users } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ExportButton } from '@/importExport/ExportButton.tsx';
import { usersQuery } from '@/lib/api/query.ts';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogParam, useDialogRow } from '@/lib/page/dialogParam.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { EmployeeDialogs } from './EmployeeDialogs.tsx';
import {
  deleteRefusalFor,
  EMPLOYEE_CARD_ORDER,
  EMPLOYEE_COLUMNS,
  EMPLOYEE_RULES,
  EVERY_EMPLOYEE_COLUMNS,
} from './employeeColumns.tsx';

const InviteDialog = lazyDialog(
  () => import('@/invitations/InviteDialog.tsx'),
  ({ onClose }) => onClose(),
);

const NONE: readonly User[] = [];

export default function EmployeesPage() {
  const user = useCurrentUser();
  const query = useQuery(usersQuery(user));
  const list = useListState({ sortKeys: USER_SORT_KEYS });
  const found = useFoundRows(query.data ?? NONE, EMPLOYEE_RULES, list);
  const [adding, setAdding] = useDialogParam('add');
  const [inviting, setInviting] = useDialogParam('invite');
  const [opened, setOpened] = useDialogRow('employee', query.data ?? NONE);
  const [deleting, setDeleting] = useState<User | null>(null);
  const inviteUsed = useOnceOpened(inviting);
  const add = (label: string) => (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {label}
    </Button>
  );
  return (
    <ListPage
      title={t`Employees`}
      subtitle={t`Manage employee accounts and permissions`}
      searchPlaceholder={t`Search employees...`}
      list={list}
      action={
        <>
          <ExportButton call="exportUsers" search={list.search} />
          <Button onClick={() => setInviting(true)}>
            <UserPlus aria-hidden="true" />
            <Trans>Invite</Trans>
          </Button>
          {add(t`Add Employee`)}
        </>
      }
    >
      <ListContent
        query={query}
        things="employees"
        search={{ ...list, found: found.length }}
        empty={
          <EmptyState
            title={t`No employees yet`}
            description={t`Add your first employee to start managing your team.`}
            icon={<Users />}
            action={add(t`Add First Employee`)}
          />
        }
      >
        <DataList
          label={t`Employees`}
          heading="h2"
          columns={may(user, 'user.assignMaster') ? EVERY_EMPLOYEE_COLUMNS : EMPLOYEE_COLUMNS}
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
        adding={adding}
        opened={opened}
        deleting={deleting}
        onClose={() => {
          setAdding(false);
          setOpened(null);
          setDeleting(null);
        }}
      />
      {inviteUsed && (
        <Suspense fallback={null}>
          <InviteDialog user={user} open={inviting} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </ListPage>
  );
}

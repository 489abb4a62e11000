import { type SessionUser, type User, userCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { changesOf } from '@/lib/api/changes.ts';
import { AccountAccess } from './access/AccountAccess.tsx';
import { EmployeeForm } from './EmployeeForm.tsx';
import { accountOf, type EmployeeValues } from './employeeValues.ts';
import { useCreateEmployee, useUpdateEmployee } from './useSaveEmployee.ts';

interface EmployeeDialogProps {
  user: SessionUser;
  /**
   * The ID of the company, if the dialog opens on a company's page. API calls from that page do not
   * send it (spec §7).
   */
  companyId?: string | undefined;
  onClose: () => void;
}

export function AddEmployeeDialog(props: EmployeeDialogProps & { open: boolean }) {
  const { user, companyId, open, onClose } = props;
  const create = useCreateEmployee(onClose);
  const close = () => {
    create.reset();
    onClose();
  };
  const submit = (values: EmployeeValues) => {
    const schema = userCreate.omit({ allCompanies: true });
    const { companyId: chosen, mayMovePoles, ...rest } = schema.parse(accountOf(values));
    const body = mayMovePoles ? rest : { ...rest, mayMovePoles: false };
    create.mutate(companyId === undefined ? { ...body, companyId: chosen } : body);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t`Add Employee`}
      description={t`Fill in the information below to create a new employee.`}
    >
      <EmployeeForm
        user={user}
        companyId={companyId}
        pending={create.isPending}
        busy={create}
        problem={problemText(create.error)}
        onSubmit={submit}
        onCancel={close}
      />
    </Dialog>
  );
}

/**
 * A dialog that edits an employee's account.
 * @param employee the account whose dialog is open
 */
export function EditEmployeeDialog(props: EmployeeDialogProps & { employee: User | null }) {
  const { user, companyId, employee, onClose } = props;
  const update = useUpdateEmployee(user.id, onClose);
  const close = () => {
    update.reset();
    onClose();
  };
  const submit = (values: EmployeeValues) => {
    if (!employee) return;
    const { password, companyId: chosen, ...account } = accountOf(values);
    update.mutate({
      employee,
      changes: {
        ...changesOf(
          employee,
          companyId === undefined ? { ...account, companyId: chosen } : account,
        ),
        ...(password !== '' && { password }),
      },
    });
  };
  return (
    <Dialog
      open={employee !== null}
      onOpenChange={(next) => !next && close()}
      title={t`Edit Employee`}
      description={t`Update the information below to modify this employee.`}
    >
      {employee && (
        <EmployeeForm
          key={employee.id}
          user={user}
          employee={employee}
          companyId={companyId}
          pending={update.isPending}
          busy={update}
          problem={problemText(update.error)}
          onSubmit={submit}
          onCancel={close}
        >
          {employee.id !== user.id && <AccountAccess employee={employee} />}
        </EmployeeForm>
      )}
    </Dialog>
  );
}

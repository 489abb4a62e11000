import type { User } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useDeleteEmployee } from './useSaveEmployee.ts';

interface DeleteEmployeeDialogProps {
  employee: User | null;
  onClose: () => void;
}

/**
 * Asks for confirmation before deleting an employee. Stays open and shows the reason if the server
 * rejects the deletion, for example because the employee is the last master.
 */
export function DeleteEmployeeDialog({ employee, onClose }: DeleteEmployeeDialogProps) {
  const remove = useDeleteEmployee(onClose);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={employee !== null}
      onOpenChange={(next) => !next && close()}
      title={t`Delete employee`}
      description={
        employee &&
        t`Are you sure you want to delete "${{ name: `${employee.firstName} ${employee.lastName}` }}"? This action cannot be undone.`
      }
      confirmLabel={t`Delete`}
      destructive
      pending={remove.isPending}
      onConfirm={() => employee && remove.mutate(employee)}
    >
      <FormProblem text={problemText(remove.error)} />
    </ConfirmDialog>
  );
}

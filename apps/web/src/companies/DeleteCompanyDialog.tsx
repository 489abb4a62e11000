import type { Company } from '@halyard/domain';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { FormProblem } from '@/components/ui/form-problem.tsx';
import { problemText } from '@/lib/api.ts';
import { counted } from '@/lib/count.ts';
import { useDeleteCompany } from './useSaveCompany.ts';

interface DeleteCompanyDialogProps {
  company: Company | null;
  onClose: () => void;
  /** Where the deletion leads, before the company's queries notice it; by default nowhere. */
  onDeleted?: () => void;
}

/** Names the company and how much goes with it. */
export function DeleteCompanyDialog({ company, onClose, onDeleted }: DeleteCompanyDialogProps) {
  const remove = useDeleteCompany(() => {
    onClose();
    onDeleted?.();
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={company !== null}
      onOpenChange={(next) => !next && close()}
      title="Delete Company"
      description={company && warningOf(company)}
      confirmLabel="Delete"
      destructive
      pending={remove.isPending}
      onConfirm={() => company && remove.mutate(company)}
    >
      <FormProblem text={problemText(remove.error)} />
    </ConfirmDialog>
  );
}

function warningOf({ name, locations, flags, users }: Company): string {
  const going = [
    counted(locations, 'location'),
    counted(flags, 'flag'),
    counted(users, 'user'),
  ].join(', ');
  return `Are you sure you want to delete "${name}"? Its locations, flags and users are removed too: ${going}. This action cannot be undone.`;
}

import { t } from '@lingui/core/macro';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { useCreateCompany } from './useSaveCompany.ts';

interface AddCompanyDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function AddCompanyDialog({ open, onClose }: AddCompanyDialogProps) {
  const create = useCreateCompany(onClose);
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={t`Add Company`}>
      <CompanyForm
        pending={create.isPending}
        problem={problemText(create.error)}
        onSubmit={(values) => create.mutate(values)}
        onCancel={close}
      />
    </Dialog>
  );
}

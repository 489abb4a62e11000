import { t } from '@lingui/core/macro';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { CustomerForm } from './CustomerForm.tsx';
import { CustomerMade } from './CustomerMade.tsx';
import { customerOf } from './customerForm.ts';
import { useCreateCustomer } from './useCreateCustomer.ts';

interface AddCustomerDialogProps {
  open: boolean;
  onClose: () => void;
}

/**
 * The dialog that adds a customer with its initial data. After that, the dialog shows the
 * invitation link and the device keys, which cannot be shown again.
 */
export default function AddCustomerDialog({ open, onClose }: AddCustomerDialogProps) {
  const create = useCreateCustomer();
  const made = create.data;
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={made ? t`${{ company: made.company.name }} is set up` : t`Add customer`}
      description={
        made
          ? t`Copy everything you need now; you won’t see it again.`
          : t`Create a company with its first user, location and poles.`
      }
      keepOpen={made !== undefined}
      className="max-w-2xl"
    >
      {made ? (
        <CustomerMade made={made} onClose={close} />
      ) : (
        <CustomerForm
          pending={create.isPending}
          problem={problemText(create.error)}
          onSubmit={(values) => create.mutate(customerOf(values))}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

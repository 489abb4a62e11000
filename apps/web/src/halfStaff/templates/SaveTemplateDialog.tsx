import { type Order, orderFields, orderTemplateCreate, templateOf } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/Input.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useSaveTemplate } from './templateActions.ts';

const form = z.object({
  name: orderTemplateCreate.shape.name,
  reason: orderFields.shape.reason,
});

/** A dialog that saves the terms of an order as a template. */
export function SaveTemplateDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const fields = useZodForm(form, { name: '', reason: order.reason });
  const save = useSaveTemplate(onClose);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Save as template`}
      description={t`You can start new orders from this template. A template with the same name will be replaced.`}
    >
      <FormFrame
        form={fields}
        submitLabel={t`Save template`}
        pending={save.isPending}
        problem={problemText(save.error)}
        onSubmit={({ name, reason }) =>
          save.mutate({ name, terms: { ...templateOf(order), reason } })
        }
        onCancel={onClose}
      >
        <FormField form={fields} name="name" label={t`Name`} required>
          {(control) => <Input {...control} autoComplete="off" maxLength={80} />}
        </FormField>
        <FormField
          form={fields}
          name="reason"
          label={t`Reason`}
          hint={t`Use ___ as a placeholder for a name.`}
          required
        >
          {(control) => <Textarea {...control} rows={2} maxLength={500} />}
        </FormField>
      </FormFrame>
    </Dialog>
  );
}

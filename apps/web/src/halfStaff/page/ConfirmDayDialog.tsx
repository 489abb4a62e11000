import { type CalendarDay, dayConfirm, dayName } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useConfirmDay } from './useConfirmDay.ts';

interface ConfirmDayDialogProps {
  day: CalendarDay;
  onClose: () => void;
}

/**
 * Confirms the calculated date of a half-staff day, or sets a different one. Poles follow the day
 * from then on.
 */
export function ConfirmDayDialog({ day, onClose }: ConfirmDayDialogProps) {
  const confirm = useConfirmDay(onClose);
  const form = useZodForm(dayConfirm, { name: day.name, date: day.date });
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Confirm date`}
      description={t`${{ day: dayName(day.name) }}: This date was calculated, not announced. Poles will follow it once you confirm it.`}
    >
      <FormFrame
        form={form}
        submitLabel={t`Confirm date`}
        pending={confirm.isPending}
        problem={problemText(confirm.error)}
        onSubmit={(values) => confirm.mutate(values)}
        onCancel={onClose}
      >
        <FormField form={form} name="date" label={t`Date`} required>
          {(control) => <Input {...control} type="date" className="tabular-nums" />}
        </FormField>
      </FormFrame>
    </Dialog>
  );
}

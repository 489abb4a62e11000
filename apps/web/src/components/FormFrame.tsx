import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import type { Busy } from '@/lib/forms/useBusyAction.ts';
import { BusyNote } from './BusyNote.tsx';
import { Button } from './ui/Button.tsx';
import { DialogBody, DialogFooter } from './ui/Dialog.tsx';
import { Edited } from './ui/Edited.tsx';
import { FormProblem } from './ui/FormProblem.tsx';

export interface FormFrameProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output) => void;
  onCancel: () => void;
  pending: boolean;
  /** The state of the retries while the server is busy. Omitted for forms that do not retry. */
  busy?: Busy;
  /** The server's error for the last attempt to save; null if there is none. */
  problem: string | null;
  submitLabel: string;
  /** The label of the Cancel button; by default "Cancel". */
  cancelLabel?: string;
  /** The form's fields. They get the form from `useFormContext`. */
  children: ReactNode;
}

/** A form in a dialog. Its fields scroll; the error, Cancel and Save are always visible. */
export function FormFrame<Input extends FieldValues, Output>({
  form,
  onSubmit,
  onCancel,
  pending,
  busy,
  problem,
  submitLabel,
  cancelLabel = t`Cancel`,
  children,
}: FormFrameProps<Input, Output>) {
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
        onChange={busy?.stop}
      >
        <Edited when={form.formState.isDirty} />
        <DialogBody>
          {children}
          <FormProblem text={problem} />
        </DialogBody>
        {busy && <BusyNote shown={busy.isBusy} className="px-5 pb-3" />}
        <DialogFooter>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          <Button variant="primary" type="submit" pending={pending}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}

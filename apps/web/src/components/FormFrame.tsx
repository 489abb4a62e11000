import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormProvider } from 'react-hook-form';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { DialogBody, DialogFooter } from './ui/dialog.tsx';
import { FormProblem } from './ui/form-problem.tsx';

export interface FormFrameProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output) => void;
  onCancel: () => void;
  pending: boolean;
  /** What the server said against the last attempt. */
  problem: string | null;
  submitLabel: string;
  /** The fields, for `useFormContext`. */
  children: ReactNode;
}

/** A form in a dialog: fields that scroll, what is wrong, Cancel and Save in sight. */
export function FormFrame<Input extends FieldValues, Output>({
  form,
  onSubmit,
  onCancel,
  pending,
  problem,
  submitLabel,
  children,
}: FormFrameProps<Input, Output>) {
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
        <DialogBody>
          {children}
          <FormProblem text={problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" pending={pending}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}

interface InlineFormProps {
  /** The name of the form. */
  label: string;
  /** One below the heading that it stands under. */
  heading: 'h2' | 'h3';
  children: ReactNode;
}

/** A form within the page: focus goes into it, and back to what opened it when it is gone. */
export function InlineForm({ label, heading: Heading, children }: InlineFormProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const field = frame.current?.querySelector<HTMLElement>('input:not([readonly])');
    field?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <section ref={frame} aria-label={label} className="max-w-2xl">
      <Card>
        <Heading className="border-b border-border px-5 py-3 font-semibold">{label}</Heading>
        {children}
      </Card>
    </section>
  );
}

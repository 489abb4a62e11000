import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';
import {
  Controller,
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { registerForm, takeDraft } from '@/lib/forms/drafts.ts';
import { noteEdited } from '@/lib/forms/editedForms.ts';
import { firstMessage } from '@/lib/forms/firstMessage.ts';
import { toast } from '@/lib/page/toast.ts';
import { Field, type FieldControlProps } from './Field.tsx';

/**
 * A form whose values are checked by a schema of the API contract, so that client and server agree.
 * @param draft a unique name for the form's unsaved input, which is kept if the session ends and
 * restored afterwards
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  draft?: string,
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    // Not on blur, because a new error would move the button away just before a tap on it.
    mode: 'onSubmit',
  });
  // Without this read, the form would not track the value.
  const { dirtyFields, isDirty } = form.formState;
  const { getValues, reset } = form;
  useEffect(() => {
    const typed = draft === undefined ? null : takeDraft(draft);
    if (!typed) return;
    reset({ ...getValues(), ...typed }, { keepDefaultValues: true });
    toast({ title: t`Welcome back`, description: t`Your unsaved changes were restored.` });
  }, [draft, getValues, reset]);
  useEffect(() => {
    if (draft === undefined) return;
    return registerForm(draft, () => {
      const changed = Object.entries(getValues()).filter(([field]) => field in dirtyFields);
      return Object.fromEntries(changed);
    });
  }, [draft, getValues, dirtyFields]);
  useEffect(() => (isDirty ? noteEdited() : undefined), [isDirty]);
  return form;
}

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  children: (control: FieldControlProps & ControllerRenderProps<Values, Name>) => ReactNode;
}

/** A field of a form. Its child renders the control: `{(control) => <Input {...control} />}`. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Values, Name, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: control, fieldState }) => (
        <Field {...field} name={name} error={firstMessage(fieldState.error)}>
          {(props) => children({ ...control, ...props })}
        </Field>
      )}
    />
  );
}

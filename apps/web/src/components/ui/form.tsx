import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
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
import { Field, type FieldControlProps } from './field.tsx';

/** A form whose values are checked by a schema of the contract, so that both sides say the same. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    // Not on blur: the error that it brings would push the button away under a finger already on it.
    mode: 'onSubmit',
  });
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

/** A field of a form: `{(control) => <Input {...control} />}`. */
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
        <Field {...field} error={fieldState.error?.message}>
          {(props) => children({ ...control, ...props })}
        </Field>
      )}
    />
  );
}

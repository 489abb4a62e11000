import { useEffect } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/** Updates a form when someone else saves new values, unless the form has unsaved edits. */
export function useFollow<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  values: DefaultValues<Values>,
): void {
  const { reset } = form;
  const { isDirty } = form.formState;
  const saved = JSON.stringify(values);
  useEffect(() => {
    if (!isDirty) reset(JSON.parse(saved) as DefaultValues<Values>);
  }, [reset, isDirty, saved]);
}

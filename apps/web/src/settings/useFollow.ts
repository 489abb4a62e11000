import { useEffect } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/** Updates an unedited form with values that someone else has saved. */
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

/**
 * Returns the fields of a form that differ from their initial values, so that another user's
 * changes to the other fields stay.
 */
export function changesOf<Values extends object>(
  before: Partial<Record<keyof Values, unknown>>,
  values: Values,
): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const key of Object.keys(values) as (keyof Values)[]) {
    if (values[key] !== before[key]) changed[key] = values[key];
  }
  return changed;
}

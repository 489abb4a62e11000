/** Returns the fields of a form that the user has changed. */
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

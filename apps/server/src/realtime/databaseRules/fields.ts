import type { FIELD_RULES } from '@halyard/domain';

type Fields = (typeof FIELD_RULES)[string];

/** Returns a rule for each field that clients may write. */
export const fieldsOf = (fields: Fields): Record<string, { '.validate': string }> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, rule]) =>
      rule?.validate ? [[name, { '.validate': rule.validate }]] : [],
    ),
  );

/** Returns a rule condition: all required fields are present. */
export function requiredIn(fields: Fields): string {
  const names = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  return `newData.hasChildren([${names.map((name) => `'${name}'`).join(', ')}])`;
}

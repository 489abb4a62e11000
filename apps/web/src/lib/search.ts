/** What a search looks through: fields are kept apart, so that no match runs from one into the next. */
export function searchText(fields: readonly string[]): string {
  return fields.join('\n').toLowerCase();
}

/** What is looked for in a `searchText`: a substring without regard to case (spec §5); '' finds all. */
export function searchQuery(typed: string): string {
  return typed.trim().toLowerCase();
}

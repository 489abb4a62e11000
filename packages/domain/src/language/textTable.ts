/**
 * Creates a table of strings that are translated on each access, because the server sets its
 * language only after the modules are loaded.
 * @example textTable({ up: () => t`Up`, down: () => t`Down` }).up
 */
export function textTable<K extends string>(
  texts: Readonly<Record<K, () => string>>,
): Readonly<Record<K, string>> {
  const table = {} as Record<K, string>;
  for (const key in texts) Object.defineProperty(table, key, { get: texts[key], enumerable: true });
  return table;
}

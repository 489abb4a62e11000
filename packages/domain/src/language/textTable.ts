/**
 * Creates a table of strings that are translated on each access, because a server's language is set
 * only after its modules are loaded.
 * @example textTable({ up: () => t`Up`, down: () => t`Down` }).up
 */
export function textTable<K extends string>(
  texts: Readonly<Record<K, () => string>>,
): Readonly<Record<K, string>> {
  const table = {} as Record<K, string>;
  for (const key in texts) Object.defineProperty(table, key, { get: texts[key], enumerable: true });
  return table;
}

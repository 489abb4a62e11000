import {
  ENTRIES_MAX,
  type ListedEntry,
  linkOf,
  timeOf,
  titleOf,
  UnreadableList,
  wordingOf,
} from './entry.ts';

/**
 * Paths in a JSON document: to the list, and to the fields of each entry. See `sourceDefinition`.
 */
export interface JsonPaths {
  list: string;
  title: string;
  link: string;
  document: string | null;
  published: string | null;
}

/**
 * Returns the entries of a JSON document.
 * @throws UnreadableList if the document has no list at the path in the source's definition
 */
export function jsonEntries(json: string, paths: JsonPaths, base: string): ListedEntry[] {
  const items = valueAt(parsed(json), paths.list);
  if (!Array.isArray(items)) throw new UnreadableList('no such list');
  const found: ListedEntry[] = [];
  for (const item of items.slice(0, ENTRIES_MAX)) {
    const read = (path: string | null) => (path === null ? '' : textAt(item, path));
    const link = linkOf(read(paths.link), base);
    if (link === null) continue;
    found.push({
      key: link,
      title: titleOf(read(paths.title)),
      link,
      document: linkOf(read(paths.document), base) ?? link,
      publishedAt: timeOf(read(paths.published)),
      content: '',
      wording: wordingOf(...textsIn(item)),
    });
  }
  if (items.length > 0 && found.length === 0) throw new UnreadableList('no entry has a link');
  return found;
}

/**
 * Maximum number of values that are compared to find out whether an entry of a JSON list has
 * changed.
 */
const VALUES_MAX = 1000;

/**
 * Returns the strings in an entry of a JSON list, in order. Leaves out numbers, because they may be
 * view counts.
 */
function textsIn(item: unknown): string[] {
  const texts: string[] = [];
  const rest: unknown[] = [item];
  for (let left = VALUES_MAX; left > 0 && rest.length > 0; left--) {
    const value = rest.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      rest.push(...Object.values(value).reverse());
  }
  return texts;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UnreadableList('not JSON', { cause: error });
  }
}

/** Returns the value at a path, using own properties only; undefined if there is none. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      value,
    );
}

function textAt(value: unknown, path: string): string {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

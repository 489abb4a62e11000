type PlainObject = Record<string, unknown>;

const isObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null;

/**
 * Splits a path of the realtime database. Ignores extra slashes, such as those at the start or end.
 */
export const splitPath = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Stores `data` at `path` within a value. Removes null values and parents that become empty, as the
 * realtime database does.
 * @returns the same object, modified in place, if the value is an object
 */
export function putAt(value: unknown, path: readonly string[], data: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return isEmpty(data) ? null : data;
  const node: PlainObject = isObject(value) ? value : (Object.create(null) as PlainObject);
  const child = putAt(Object.hasOwn(node, key) ? node[key] : null, rest, data);
  if (child === null) delete node[key];
  else node[key] = child;
  return isEmpty(node) ? null : node;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0);

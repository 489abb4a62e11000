type PlainObject = Record<string, unknown>;

const isObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null;

/** Splits a realtime path; leading, trailing and double slashes do not count. */
export const splitPath = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * The value after `data` was put at `path` below it; null and emptied parents are dropped, as the
 * realtime database does. Returns the same object, changed in place, where there is one.
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

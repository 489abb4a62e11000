import { Refused } from '../errors.ts';
import { parseExact } from '../exactJson.ts';
import type { Limits } from '../limits.ts';
import { type Bound, makeQuery, parseOrder, type Query } from '../query/query.ts';
import type { RuleOrder } from '../rules/types.ts';
import { MAX_NAME, MIN_NAME } from '../tree/order.ts';

/**
 * The filters in the URL of a REST request, which select some of a node's children (protocol §15).
 */
export interface Filter {
  /** The query that the filters in the URL describe; undefined if there are none. */
  query: Query | undefined;
  /**
   * The value of `orderBy`. Even without bounds or limits, `orderBy` requires an index and makes
   * the response an object, never an array.
   */
  order: RuleOrder | undefined;
}

const STARTS = ['startAt', 'startAfter'] as const;
const ENDS = ['endAt', 'endBefore'] as const;
const LIMITS = ['limitToFirst', 'limitToLast'] as const;
type BoundName = (typeof STARTS | typeof ENDS)[number] | 'equalTo';

const bad = (message: string): Refused => new Refused('invalid_data', message);

/**
 * Parses the filters in the URL of a REST request. Errors use Firebase's messages (protocol §15).
 * @throws Refused
 */
export function parseFilter(params: URLSearchParams, limits: Limits): Filter {
  const given = <T extends string>(names: readonly T[]): T[] =>
    names.filter((name) => params.has(name));
  const starts = given(STARTS);
  const ends = given(ENDS);
  const equal = given(['equalTo'] as const);
  const limiters = given(LIMITS);
  const orderText = params.get('orderBy');
  if (orderText === null) {
    if (starts.length + ends.length + equal.length + limiters.length > 0) {
      throw bad('orderBy must be defined when other query parameters are defined');
    }
    return { query: undefined, order: undefined };
  }
  const orderBy = parseJson(orderText);
  if (typeof orderBy !== 'string') throw bad('orderBy must be a valid JSON encoded path');
  const order = parseOrder(orderBy, limits);
  for (const names of [starts, ends, limiters]) {
    if (names.length > 1) throw bad(`Only one of ${names.join(' and ')} may be specified`);
  }
  if (equal.length > 0 && starts.length + ends.length > 0) {
    throw bad(
      'equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore',
    );
  }
  const [start = equal[0]] = starts;
  const [end = equal[0]] = ends;
  const [limiter] = limiters;
  const byKey = order.kind === 'key';
  const query = makeQuery(
    orderBy,
    {
      ...(start && { start: readBound(params, start, byKey) }),
      ...(end && { end: readBound(params, end, byKey) }),
      ...(limiter && { limit: readLimit(params, limiter) }),
    },
    limits,
  );
  return { query, order };
}

/** The filters that a URL with `shallow=true` may contain. */
const SHALLOW_NAMES = ['limitToFirst', 'limitToLast', 'startAfter'];
const NOT_SHALLOW_NAMES = ['startAt', 'endAt', 'endBefore', 'equalTo'];

/**
 * Parses the filters of a URL with `shallow=true`, which lists children by key, page by page.
 * Rejects any other sort order. firebase-tools lists a node this way before deleting it, and does
 * not quote the key of `startAfter` (src/database/listRemote.ts).
 * @throws Refused
 */
export function parseShallowFilter(params: URLSearchParams, limits: Limits): Filter {
  const isPaged = SHALLOW_NAMES.some((name) => params.has(name));
  const orderBy = params.get('orderBy');
  const isByKey = orderBy === null || (orderBy === '"$key"' && isPaged);
  if (!isByKey || NOT_SHALLOW_NAMES.some((name) => params.has(name))) {
    throw bad("Mixing 'shallow' and querying parameters is not supported");
  }
  if (!isPaged) return { query: undefined, order: undefined };
  const byKey = new URLSearchParams(params);
  byKey.set('orderBy', '"$key"');
  const after = params.get('startAfter');
  if (after !== null && !after.startsWith('"')) byKey.set('startAfter', JSON.stringify(after));
  return parseFilter(byKey, limits);
}

/** Parses a bound of a filter. The SDK's own REST client may add a key: `startAt=value,"key"`. */
function readBound(params: URLSearchParams, name: BoundName, byKey: boolean): Bound {
  const parts = parseJson(`[${params.get(name)}]`);
  if (!Array.isArray(parts) || parts.length < 1 || parts.length > 2) {
    throw bad(`${name} must be a JSON primitive`);
  }
  const [value, key] = parts as unknown[];
  if (typeof value === 'object' && value !== null) {
    throw bad('Constraint index field must be a JSON primitive');
  }
  if (byKey && typeof value !== 'string') {
    throw bad('Provided key index type is invalid, must be string');
  }
  // Leave out all children with exactly this value, regardless of their keys.
  const everyKey = name === 'startAfter' ? MAX_NAME : name === 'endBefore' ? MIN_NAME : undefined;
  return {
    value: value as Bound['value'],
    key: (key as string | undefined) ?? (byKey ? undefined : everyKey),
    inclusive: name !== 'startAfter' && name !== 'endBefore',
  };
}

function readLimit(
  params: URLSearchParams,
  name: (typeof LIMITS)[number],
): { count: number; side: 'first' | 'last' } {
  const count = parseJson(params.get(name) ?? '');
  if (typeof count !== 'number' || !Number.isInteger(count)) {
    throw bad(`${name} must be an integer`);
  }
  if (count < 1) throw bad(`${name} must be positive`);
  return { count, side: name === 'limitToFirst' ? 'first' : 'last' };
}

/** Parses JSON. Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof Refused) throw error;
    return undefined;
  }
}

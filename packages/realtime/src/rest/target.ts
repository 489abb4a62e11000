import { Refused } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { type Bound, makeQuery, type Query } from '../query/query.ts';
import { checkPath } from '../tree/keys.ts';
import { MAX_NAME, MIN_NAME } from '../tree/order.ts';

/** A request's URL, split but not yet judged. */
export interface RawTarget {
  /** Without `.json`. */
  pathText: string;
  queryText: string;
}

/** Splits a URL that ends in `.json`; undefined for any other (protocol §1, §15). */
export function splitTarget(url: string): RawTarget | undefined {
  const mark = url.indexOf('?');
  const pathText = mark < 0 ? url : url.slice(0, mark);
  if (!pathText.startsWith('/') || !pathText.endsWith('.json')) return undefined;
  return { pathText: pathText.slice(0, -5), queryText: mark < 0 ? '' : url.slice(mark + 1) };
}

/** The first key of a path, to tell whose URL it is; undefined where it cannot be read. */
export function topLevelName(pathText: string): string | undefined {
  const first = pathText.split('/').find((segment) => segment !== '');
  try {
    return decodeURIComponent(first ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Reads the path. Taken apart before it is decoded: `%2f` stays within its key and is refused
 * there, as is `..`. Duplicate slashes are normalised (protocol §15).
 */
export function parseRestPath(pathText: string, limits: Limits): string[] {
  const path = pathText
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        throw new Refused('invalid_data', 'Invalid path: Bad percent encoding');
      }
    });
  checkPath(path, limits);
  return path;
}

export interface Filter {
  query: Query | undefined;
  /** `orderBy` was given: the answer is an object, never an array (protocol §15). */
  ordered: boolean;
}

const FILTERS = [
  'startAt',
  'startAfter',
  'endAt',
  'endBefore',
  'equalTo',
  'limitToFirst',
  'limitToLast',
] as const;

const bad = (message: string): Refused => new Refused('invalid_data', message);

/** Reads the filters of a URL (protocol §15). */
export function parseFilter(params: URLSearchParams, limits: Limits): Filter {
  const orderText = params.get('orderBy');
  const given = FILTERS.filter((name) => params.has(name));
  if (orderText === null) {
    if (given.length > 0) {
      throw bad('orderBy must be defined when other query parameters are defined');
    }
    return { query: undefined, ordered: false };
  }
  const orderBy = json(orderText, 'orderBy');
  if (typeof orderBy !== 'string') throw bad('orderBy must be a valid JSON encoded path');
  const byKey = orderBy === '$key';
  const read = (name: (typeof FILTERS)[number], inclusive: boolean, otherwise?: string) => {
    const text = params.get(name);
    if (text === null) return undefined;
    // The SDK's REST form may name a key as well: `startAt=value,"key"`.
    const parts = json(`[${text}]`, name) as unknown[];
    if (parts.length < 1 || parts.length > 2) throw bad(`${name} must be a JSON value`);
    return {
      value: parts[0] as Bound['value'],
      key: (parts[1] as string | undefined) ?? (byKey ? undefined : otherwise),
      inclusive,
    };
  };
  const equal = read('equalTo', true);
  const starts = [equal, read('startAt', true), read('startAfter', false, MAX_NAME)];
  const ends = [equal, read('endAt', true), read('endBefore', false, MIN_NAME)];
  const parts: Parameters<typeof makeQuery>[1] = {};
  const start = single(starts, 'start');
  const end = single(ends, 'end');
  if (start !== undefined) parts.start = start;
  if (end !== undefined) parts.end = end;
  for (const side of ['first', 'last'] as const) {
    const text = params.get(side === 'first' ? 'limitToFirst' : 'limitToLast');
    if (text === null) continue;
    if (parts.limit !== undefined) throw bad('limitToFirst and limitToLast exclude each other');
    parts.limit = { count: json(text, 'limit'), side };
  }
  return { query: makeQuery(orderBy, parts, limits), ordered: true };
}

function single(bounds: (Bound | undefined)[], name: string): Bound | undefined {
  const given = bounds.filter((bound) => bound !== undefined);
  if (given.length > 1) throw bad(`Only one ${name} of the range may be given`);
  return given[0];
}

function json(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`${name} must be valid JSON`);
  }
}

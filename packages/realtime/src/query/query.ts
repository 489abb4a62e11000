import { Refused } from '../errors.ts';
import type { RuleOrder, RuleQuery } from '../rules/types.ts';
import { type KeyLimits, parsePath } from '../tree/keys.ts';

type Value = string | number | boolean | null;

export interface Bound {
  value: Value;
  /**
   * An optional key that breaks ties (protocol §5). If a child's value equals the bound's value,
   * the child is within the bound only if its key is, too.
   */
  key: string | undefined;
  inclusive: boolean;
}

/** Selects children of a node by a sort order, two bounds and a limit (protocol §5). */
export interface Query {
  order: RuleOrder;
  /** The path of a `child` sort order, as a list of keys. */
  orderPath: readonly string[];
  start?: Bound;
  end?: Bound;
  limit?: { count: number; side: 'first' | 'last' };
  /** Identifies the query. Equal queries from different clients have the same ID. */
  id: string;
}

const invalid = (what: string): Refused => new Refused('invalid_data', `Invalid query: ${what}`);

function isValue(value: unknown): value is Value {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/**
 * Builds a query and checks it.
 * @returns undefined if the query selects everything
 * @throws Refused
 */
export function makeQuery(
  orderBy: string,
  parts: { start?: Bound; end?: Bound; limit?: { count: unknown; side: 'first' | 'last' } },
  limits: KeyLimits,
): Query | undefined {
  const { start, end, limit } = parts;
  if (start === undefined && end === undefined && limit === undefined) return undefined;
  const order = parseOrder(orderBy, limits);
  for (const bound of [start, end]) {
    if (bound === undefined) continue;
    if (!isValue(bound.value)) throw invalid('bounds must be primitive');
    if (bound.key !== undefined && typeof bound.key !== 'string') throw invalid('keys are strings');
    if (order.kind === 'key' && typeof bound.value !== 'string') {
      throw invalid('ordered by key, bounds must be strings');
    }
  }
  const query: Query = {
    order,
    orderPath: order.kind === 'child' ? order.path.split('/') : [],
    id: '',
  };
  if (start !== undefined) query.start = start;
  if (end !== undefined) query.end = end;
  if (limit !== undefined) {
    const { count } = limit;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 2 ** 31 - 1) {
      throw invalid('a limit must be a positive integer');
    }
    query.limit = { count, side: limit.side };
  }
  query.id = JSON.stringify([order, start, end, query.limit]);
  return query;
}

/** Parses the name of a sort order as written on the wire (`.key`) or in REST (`$key`). */
export function parseOrder(orderBy: string, limits: KeyLimits): RuleOrder {
  if (orderBy === '.key' || orderBy === '$key') return { kind: 'key' };
  if (orderBy === '.value' || orderBy === '$value') return { kind: 'value' };
  if (orderBy === '.priority' || orderBy === '$priority') return { kind: 'priority' };
  const path = parsePath(orderBy, limits);
  if (path.length === 0) throw invalid('an empty path to order by');
  return { kind: 'child', path: path.join('/') };
}

/**
 * Parses a query object of the WebSocket protocol (protocol §5). Returns undefined for the default
 * query.
 */
export function parseWireQuery(json: unknown, limits: KeyLimits): Query | undefined {
  if (json === undefined || json === null) return undefined;
  if (typeof json !== 'object' || Array.isArray(json)) throw invalid('not an object');
  const q = json as Record<string, unknown>;
  const index = q.i ?? '.priority';
  if (typeof index !== 'string') throw invalid('the index is not a string');
  const parts: Parameters<typeof makeQuery>[1] = {};
  // makeQuery checks the types of the bounds.
  if (q.sp !== undefined) parts.start = bound(q.sp, q.sn, q.sin);
  if (q.ep !== undefined) parts.end = bound(q.ep, q.en, q.ein);
  if (q.l !== undefined) {
    parts.limit = { count: q.l, side: q.vf === 'r' ? 'last' : 'first' };
  }
  return makeQuery(index, parts, limits);
}

function bound(value: unknown, key: unknown, inclusive: unknown): Bound {
  return { value: value as Value, key: key as string | undefined, inclusive: inclusive !== false };
}

/**
 * Converts a query to the `query` variable of rules (protocol §19). Rules see two equal inclusive
 * bounds as `equalTo`, unless the bounds also have keys.
 */
export function toRuleQuery(query: Query): RuleQuery {
  const rule: RuleQuery = { orderBy: query.order };
  const { start, end } = query;
  const isKeyed = start?.key !== undefined || end?.key !== undefined;
  if (isKeyed) rule.isKeyed = true;
  if (start && end && start.inclusive && end.inclusive && start.value === end.value && !isKeyed) {
    rule.equalTo = start.value;
  }
  const shown = ({ value, key }: Bound): Value => value ?? key ?? null;
  if (start) {
    if (start.inclusive) rule.startAt = shown(start);
    else rule.startAfter = shown(start);
  }
  if (end) {
    if (end.inclusive) rule.endAt = shown(end);
    else rule.endBefore = shown(end);
  }
  if (query.limit?.side === 'first') rule.limitToFirst = query.limit.count;
  if (query.limit?.side === 'last') rule.limitToLast = query.limit.count;
  return rule;
}

/**
 * Returns the name of a sort order: the path that `.indexOn` would list, or `.key`, `.value` or
 * `.priority`.
 */
export function indexName({ order }: Pick<Query, 'order'>): string {
  return order.kind === 'child' ? order.path : `.${order.kind}`;
}

/**
 * Returns the name that `.indexOn` must list for a sort order; undefined if the order needs no
 * index.
 */
export function neededIndex(query: Pick<Query, 'order'>): string | undefined {
  const name = indexName(query);
  return name === '.key' || name === '.priority' ? undefined : name;
}

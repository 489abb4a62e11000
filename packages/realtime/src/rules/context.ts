import type { Snapshot } from './snapshot.ts';
import type { Auth, RuleQuery, RuleView as View } from './types.ts';

/**
 * The values that a rule expression can read. All rules that are run for one request share a
 * context; `place` and `path` change.
 */
export interface Context {
  auth: Value;
  now: number;
  root: Snapshot;
  place: Place;
  query: QueryValue;
  /** The keys from the root to `place`, at least. */
  path: readonly string[];
}

/** The data at the path of the rule that is being run, before and after the write. */
export interface Place {
  /** The place one level up; null at the root. */
  readonly parent: Place | null;
  readonly data: Snapshot;
  readonly newData: Snapshot;
  readonly dataView: View;
  readonly newDataView: View;
}

/**
 * The value of a rule expression at run time. An object is a snapshot, the query, or a claim in
 * `auth`.
 */
export type Value = string | number | boolean | null | object;

/**
 * The reason why a rule expression has no value, such as a type error. A fault makes the whole rule
 * false. It is not an Error, because clients can cause many faults and stack traces are expensive.
 */
export class Fault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Returns `auth` as rules see it: null, or uid, provider and token (protocol §19). If an
 * administrator supplied a value for it, returns that value.
 */
export function authValue(auth: Auth): Value {
  if (auth === null) return null;
  if (auth.variable !== undefined) return auth.variable;
  const firebase = property(auth.token, 'firebase');
  const provider = property(firebase, 'sign_in_provider') ?? property(auth.token, 'provider');
  return { uid: auth.uid, token: auth.token, provider: provider ?? 'custom' };
}

/**
 * Returns a property of a claim in `auth`. A missing property is null, and so is every property of
 * null. Inherited properties are ignored.
 */
export function property(object: unknown, key: string): Value {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return null;
  const value: unknown = Reflect.get(object, key);
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      return value;
    default:
      return null;
  }
}

/** The `query` variable of rules. Parts that the client did not send are null. */
export interface QueryValue {
  orderByKey: boolean;
  orderByValue: boolean;
  orderByPriority: boolean;
  orderByChild: string | null;
  startAt: Value;
  endAt: Value;
  equalTo: Value;
  limitToFirst: number | null;
  limitToLast: number | null;
}

/**
 * Converts a query to the `query` variable of rules. Equal inclusive bounds become `equalTo`.
 * Exclusive bounds appear as `startAt` or `endAt`, as clients send them.
 */
export function queryValue(query: RuleQuery = { orderBy: { kind: 'key' } }): QueryValue {
  const { orderBy, startAt = null, endAt = null } = query;
  const isExact = startAt === endAt && query.isKeyed !== true;
  const exact = query.equalTo ?? (isExact ? startAt : null);
  return {
    orderByKey: orderBy.kind === 'key',
    orderByValue: orderBy.kind === 'value',
    orderByPriority: orderBy.kind === 'priority',
    orderByChild: orderBy.kind === 'child' ? orderBy.path : null,
    startAt: startAt ?? query.startAfter ?? null,
    endAt: endAt ?? query.endBefore ?? null,
    equalTo: exact,
    limitToFirst: query.limitToFirst ?? null,
    limitToLast: query.limitToLast ?? null,
  };
}

import type { Snapshot } from './snapshot.ts';
import type { Auth, RuleQuery } from './types.ts';

/** Everything that an expression can look at while it runs. One per request; `place` moves along the path. */
export interface Context {
  auth: Value;
  now: number;
  root: Snapshot;
  place: Place;
  query: QueryValue;
  /** What the `$` captures on the way stand for, from the root down. */
  captures: string[];
}

/** Where a rule stands. */
export interface Place {
  readonly data: Snapshot;
  /** Absent in reads, where the static check lets no rule name it. */
  readonly newData: Snapshot | null;
}

/** A value at run time. Objects other than snapshots are claims of `auth`. */
export type Value = string | number | boolean | null | object;

/**
 * Why an expression has no value: a type error or a null where an object is needed. It makes the
 * whole rule false. No Error, since clients can cause it at will and a stack costs much.
 */
export class Fault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * `auth` as rules see it: null, or uid, provider and token (protocol §19); or what an administrator
 * gave in its place, field by field.
 */
export function authValue(auth: Auth): Value {
  if (auth === null) return null;
  if (auth.variable !== undefined) return auth.variable;
  const firebase = property(auth.token, 'firebase');
  const provider = property(firebase, 'sign_in_provider') ?? property(auth.token, 'provider');
  return { uid: auth.uid, token: auth.token, provider: provider ?? 'custom' };
}

/** A property of a claim. What is missing is null, and so is every property of null; nothing is inherited. */
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

/** The `query` variable: what is not asked for is null. */
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
 * Exclusive bounds count as `startAt` and `endAt`: that is how they travel, and what they select
 * is part of what the inclusive bound selects. Equal inclusive bounds are an `equalTo`.
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

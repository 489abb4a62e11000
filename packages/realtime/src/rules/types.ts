/**
 * What the rest of the server knows of security rules: the questions it asks, the answers it gets,
 * and the view of the data that it hands in. Nothing here depends on how rules are parsed or run.
 */

/** Who asks: the `auth` variable of the rules language (protocol §19). */
export type Auth = {
  uid: string;
  token: Record<string, unknown>;
  /** All that rules see as `auth`, where an administrator gave it instead of a token (protocol §12). */
  variable?: Record<string, unknown>;
} | null;

/** What a rule sees of the data at one path; implemented by the tree. */
export interface DataView {
  exists(): boolean;
  /** The primitive at a leaf; null where nothing is, and of what has children. */
  value(): string | number | boolean | null;
  /** One key, never a path. Always answers; where there is nothing, `exists()` of it is false. */
  child(key: string): DataView;
  hasChildren(): boolean;
  keys(): Iterable<string>;
  priority(): string | number | null;
}

/** By what a query orders: the path of `child` is relative, as in `a/b`. */
export type RuleOrder = { kind: 'key' | 'value' | 'priority' } | { kind: 'child'; path: string };

export type RuleQueryValue = string | number | boolean | null;

/**
 * The `query` variable of `.read` rules (protocol §19). A bound that the client did not give is
 * left out. Without a query at all, rules see one that orders by key.
 */
export interface RuleQuery {
  orderBy: RuleOrder;
  startAt?: RuleQueryValue;
  startAfter?: RuleQueryValue;
  endAt?: RuleQueryValue;
  endBefore?: RuleQueryValue;
  equalTo?: RuleQueryValue;
  limitToFirst?: number;
  limitToLast?: number;
  /** Whether a bound cuts ties at a key; such a query is no `equalTo`. */
  isKeyed?: boolean;
}

export interface Verdict {
  allowed: boolean;
  /** Path and rule, for a debug log; never sent to clients. */
  reason?: string;
  /** Of a refused write: the written path that no rule granted, or the place whose value is not valid. */
  place?: readonly string[];
}

export interface ReadRequest {
  path: readonly string[];
  auth: Auth;
  root: DataView;
  /** Server time in milliseconds: the `now` variable. */
  now: number;
  query?: RuleQuery;
}

export interface WriteRequest {
  /** Address from which it came, which no rule sees; null: not known. */
  remoteAddress?: string | null;
  /** Every path that one request writes: several for a multi-path update. */
  paths: readonly (readonly string[])[];
  auth: Auth;
  /** The data before the write: `root` and `data` in rules. */
  root: DataView;
  /** The data as all paths of the request leave it, server values resolved: `newData` in rules. */
  newRoot: DataView;
  now: number;
}

/** Compiled security rules. Administrators are not judged by them: the caller leaves them out. */
export interface Rules {
  /** The text of the rules, with its comments. */
  readonly source: string;
  canRead(request: ReadRequest): Verdict;
  canWrite(request: WriteRequest): Verdict;
  /** The `.indexOn` entries that stand at a path: `.value` or child paths. */
  indexesAt(path: readonly string[]): readonly string[];
}

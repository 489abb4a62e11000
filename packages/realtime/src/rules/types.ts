/**
 * The interface between the server and security rules: the requests, the verdicts, and the view of
 * the data. Nothing here depends on how rules are parsed or run.
 */

/** The client that asks: the `auth` variable of the rules language (protocol §19). */
export type Auth = {
  uid: string;
  token: Record<string, unknown>;
  /**
   * The complete `auth` of rules, if an administrator gave it instead of a token (protocol §12).
   */
  variable?: Record<string, unknown>;
} | null;

/** The data at one path as rules see it; implemented by the tree. */
export interface DataView {
  exists(): boolean;
  /** The primitive at a leaf; null if there is no data or there are children. */
  value(): string | number | boolean | null;
  /**
   * Takes one key, never a path. Always returns a view; `exists()` of a view without data is false.
   */
  child(key: string): DataView;
  hasChildren(): boolean;
  keys(): Iterable<string>;
  priority(): string | number | null;
}

/** The order of a query. The path of `child` is relative, as in `a/b`. */
export type RuleOrder = { kind: 'key' | 'value' | 'priority' } | { kind: 'child'; path: string };

export type RuleQueryValue = string | number | boolean | null;

/**
 * The `query` variable of `.read` rules (protocol §19). Bounds that the client did not give are
 * absent. Without a query, rules see one that orders by key.
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
  /** Whether a bound cuts ties at a key; such a query is not an `equalTo`. */
  isKeyed?: boolean;
}

export interface Verdict {
  allowed: boolean;
  /** Path and rule, for a debug log; never sent to clients. */
  reason?: string;
  /** For a refused write: the path that no rule granted, or the path of the invalid value. */
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
  /** The address from which the request came, which no rule sees; null if unknown. */
  remoteAddress?: string | null;
  /** All paths that the request writes: several for a multi-path update. */
  paths: readonly (readonly string[])[];
  auth: Auth;
  /** The data before the write: `root` and `data` in rules. */
  root: DataView;
  /** The data after all writes of the request, with server values resolved: `newData` in rules. */
  newRoot: DataView;
  now: number;
}

/** Compiled security rules. They do not apply to administrators; the caller checks that. */
export interface Rules {
  /** The text of the rules, including comments. */
  readonly source: string;
  canRead(request: ReadRequest): Verdict;
  canWrite(request: WriteRequest): Verdict;
  /** The `.indexOn` entries at a path: `.value` or child paths. */
  indexesAt(path: readonly string[]): readonly string[];
}

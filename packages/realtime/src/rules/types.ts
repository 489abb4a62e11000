/**
 * The interface between the server and its security rules: the requests, the verdicts, and the view
 * of the data. It does not depend on how rules are parsed or run.
 */

/**
 * The client that sent the request, for the `auth` variable of the rules language (protocol §19).
 */
export type Auth = {
  uid: string;
  token: Record<string, unknown>;
  /**
   * The full `auth` for security rules, if an administrator supplied it instead of a token
   * (protocol §12).
   */
  variable?: Record<string, unknown>;
} | null;

/** The data at one path as seen by rules. Implemented by the tree. */
export interface RuleView {
  /** The primitive value of a leaf of the data; null if there is no data or there are children. */
  readonly value: string | number | boolean | null;
  readonly priority: string | number | null;
  exists(): boolean;
  /** Returns a view of a child, even if the child has no data. Takes one key, never a path. */
  child(key: string): RuleView;
  hasChildren(): boolean;
  keys(): Iterable<string>;
}

/** The sort order of a query. The path of `child` is relative, as in `a/b`. */
export type RuleOrder = { kind: 'key' | 'value' | 'priority' } | { kind: 'child'; path: string };

export type RuleQueryValue = string | number | boolean | null;

/**
 * The `query` variable of `.read` rules (protocol §19). Bounds that the client did not send are
 * missing. For a read without a query, rules see a query that sorts by key.
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
  /**
   * Whether a bound of the query has a key in addition to its value. To rules, such a query is
   * never an `equalTo` query.
   */
  isKeyed?: boolean;
}

export interface Verdict {
  allowed: boolean;
  /**
   * Why the request was rejected: the path and the rules. Only for a debug log; clients must not
   * get it.
   */
  reason?: string;
  /**
   * Where a write was rejected: the path that no `.write` rule allows, or the path of the invalid
   * value.
   */
  place?: readonly string[];
}

export interface ReadRequest {
  path: readonly string[];
  auth: Auth;
  root: RuleView;
  /** The server's time in epoch milliseconds, for the `now` variable of rules. */
  now: number;
  query?: RuleQuery;
}

export interface WriteRequest {
  /** The IP address that the request came from; null if unknown. Rules cannot see it. */
  remoteAddress?: string | null;
  /** All paths that the request writes. An update may write several. */
  paths: readonly (readonly string[])[];
  auth: Auth;
  /** The data before the write, for `root` and `data` in rules. */
  root: RuleView;
  /**
   * The data after all writes of the request, with server values resolved. Rules see it as
   * `newData`.
   */
  newRoot: RuleView;
  now: number;
}

/** Compiled security rules. Administrators are exempt: the caller checks for them first. */
export interface Rules {
  /** The text of the rules, including comments. */
  readonly source: string;
  canRead(request: ReadRequest): Verdict;
  canWrite(request: WriteRequest): Verdict;
  /** Returns the `.indexOn` entries at a path: `.value` or child paths. */
  indexesAt(path: readonly string[]): readonly string[];
}

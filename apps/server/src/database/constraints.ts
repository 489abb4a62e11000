/**
 * What a statement broke. `unique` says where, as `table.column`; for a foreign key SQLite does
 * not say which.
 */
export type BrokenConstraint = { kind: 'unique'; on: string } | { kind: 'foreign-key' };

/** Told apart by SQLite's own, fixed messages: one of the two drivers drops `errcode` in `all()`. */
const SQLITE = 'ERR_SQLITE_ERROR';
const POSTGRES_UNIQUE = '23505';
const POSTGRES_FOREIGN_KEY = ['23503', '23001'];
/** Serialisation failure and deadlock: PostgreSQL asks to run the transaction again. */
const POSTGRES_RETRY = ['40001', '40P01'];

interface DriverError {
  code?: unknown;
  message?: unknown;
  constraint?: unknown;
}

const asDriverError = (error: unknown): DriverError =>
  typeof error === 'object' && error !== null ? error : {};

/** Reads either engine's constraint error; null where it is something else. */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  const { code, message, constraint } = asDriverError(error);
  if (code === SQLITE) {
    const on = /^UNIQUE constraint failed: ([\w.]+)/.exec(String(message))?.[1];
    if (on !== undefined) return { kind: 'unique', on };
    return /^FOREIGN KEY constraint failed/.test(String(message)) ? { kind: 'foreign-key' } : null;
  }
  // Our unique indexes are named `table.column`; PostgreSQL names a primary key `table_pkey`.
  if (code === POSTGRES_UNIQUE)
    return { kind: 'unique', on: String(constraint).replace(/_pkey$/, '.id') };
  return POSTGRES_FOREIGN_KEY.includes(String(code)) ? { kind: 'foreign-key' } : null;
}

/** Whether the transaction may be run again as it was. */
export function isRetryable(error: unknown): boolean {
  return POSTGRES_RETRY.includes(String(asDriverError(error).code));
}

const NETWORK_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** What `pg` says without a code: of a connection that was lost, or that never came about. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/;

/** Whether PostgreSQL could not be reached, shut down or has no room. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = asDriverError(error);
  return (
    /^(08|53|57P)/.test(String(code)) ||
    NETWORK_ERRORS.includes(String(code)) ||
    LOST.test(String(message))
  );
}

const SQLITE_OUTAGE =
  /^(database (table )?is locked|disk I\/O error|database or disk is full|attempt to write a readonly database|unable to open database file)/;

/** Whether the database cannot serve at the moment: for the caller unavailable, not broken. */
export function isOutage(error: unknown): boolean {
  const { code, message } = asDriverError(error);
  return code === SQLITE ? SQLITE_OUTAGE.test(String(message)) : isConnectionLoss(error);
}

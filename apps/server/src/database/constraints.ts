/**
 * What a statement broke. `unique` says where, as `table.column`; for a foreign key SQLite does
 * not say which.
 */
export type BrokenConstraint = { kind: 'unique'; on: string } | { kind: 'foreign-key' };

const SQLITE_UNIQUE = [2067, 1555];
const SQLITE_FOREIGN_KEY = 787;
const POSTGRES_UNIQUE = '23505';
const POSTGRES_FOREIGN_KEY = ['23503', '23001'];
/** Serialisation failure and deadlock: PostgreSQL asks to run the transaction again. */
const POSTGRES_RETRY = ['40001', '40P01'];

interface DriverError {
  code?: unknown;
  errcode?: unknown;
  message?: unknown;
  constraint?: unknown;
}

const asDriverError = (error: unknown): DriverError =>
  typeof error === 'object' && error !== null ? error : {};

/** Reads either engine's constraint error; null where it is something else. */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  const { code, errcode, message, constraint } = asDriverError(error);
  if (code === 'ERR_SQLITE_ERROR') {
    if (SQLITE_UNIQUE.includes(Number(errcode))) {
      const on = /constraint failed: ([\w.]+)/.exec(String(message))?.[1];
      return { kind: 'unique', on: on ?? '' };
    }
    return Number(errcode) === SQLITE_FOREIGN_KEY ? { kind: 'foreign-key' } : null;
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

const NETWORK_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'];

/** Whether PostgreSQL could not be reached, shut down or has no room. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = asDriverError(error);
  return (
    /^(08|53|57P)/.test(String(code)) ||
    NETWORK_ERRORS.includes(String(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(String(message))
  );
}

/** SQLite's primary result codes for what is outside of us: busy, locked, read-only, I/O, full. */
const SQLITE_OUTAGE = [5, 6, 8, 10, 13];

/** Whether the database cannot serve at the moment: for the caller unavailable, not broken. */
export function isOutage(error: unknown): boolean {
  const { code, errcode } = asDriverError(error);
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_OUTAGE.includes(Number(errcode) & 0xff);
  return isConnectionLoss(error);
}

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

/** Whether PostgreSQL could not be reached: for the caller it is unavailable, not broken. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = asDriverError(error);
  return (
    /^(08|57P)/.test(String(code)) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(String(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(String(message))
  );
}

import { SQLITE } from './outage.ts';

/**
 * The constraint that a failed statement violated. For `unique`, `on` is the column as
 * `table.column`. For `foreign-key`, the column is unknown, because SQLite does not report it.
 */
export type BrokenConstraint = { kind: 'unique'; on: string } | { kind: 'foreign-key' };

const POSTGRES_UNIQUE = '23505';
const POSTGRES_FOREIGN_KEY = ['23503', '23001'];
/**
 * The error codes after which PostgreSQL expects the transaction to be tried again: serialization
 * failures and deadlocks.
 */
const POSTGRES_RETRY = ['40001', '40P01'];

interface DriverError {
  code?: unknown;
  message?: unknown;
  constraint?: unknown;
}

const asDriverError = (error: unknown): DriverError =>
  typeof error === 'object' && error !== null ? error : {};

/**
 * Returns the constraint that a statement violated; null for any other database error. Recognizes
 * SQLite errors by their messages, because one of the two SQLite drivers does not always report a
 * code.
 */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  const { code, message, constraint } = asDriverError(error);
  if (code === SQLITE) {
    const on = /^UNIQUE constraint failed: (?:stored_)?([\w.]+)/.exec(String(message))?.[1];
    if (on !== undefined) return { kind: 'unique', on };
    return /^FOREIGN KEY constraint failed/.test(String(message)) ? { kind: 'foreign-key' } : null;
  }
  // Our unique indexes are named `table.column`. PostgreSQL names primary keys `table_pkey`.
  if (code === POSTGRES_UNIQUE)
    return { kind: 'unique', on: String(constraint).replace(/_pkey$/, '.id') };
  return POSTGRES_FOREIGN_KEY.includes(String(code)) ? { kind: 'foreign-key' } : null;
}

/** Whether a failed transaction may succeed if it is run again unchanged. */
export function isRetryable(error: unknown): boolean {
  return POSTGRES_RETRY.includes(String(asDriverError(error).code));
}

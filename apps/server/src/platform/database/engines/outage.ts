import { CommitFailed, CommitUnknown, Refused } from '@halyard/realtime';

/** The error code that all SQLite errors have. Only the message says which error occurred. */
export const SQLITE = 'ERR_SQLITE_ERROR';
const SQLITE_OUTAGE =
  /^(database (table )?is locked|disk I\/O error|database or disk is full|attempt to write a readonly database|unable to open database file|file is not a database|database disk image is malformed)/;

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
/**
 * Matches the messages of `pg` errors that have no code: the connection was lost, or it could not
 * be opened.
 */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable/;

/** The error for a database that no longer responds but does not refuse connections either. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';

  constructor(message = 'The database does not respond') {
    super(message);
  }
}

/**
 * The errors that database connections have thrown. They are recorded because network errors from
 * other sources look the same.
 */
const marked = new WeakSet<object>();

/**
 * Records that a database connection has thrown this error, so that {@link isDatabaseOutage}
 * recognizes it.
 */
export function asDatabaseError(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) marked.add(error);
  return error;
}

interface DriverError {
  code?: unknown;
  message?: unknown;
}

/** Whether PostgreSQL could not be reached, was shut down, or has run out of resources. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  return (
    error instanceof DatabaseSilent ||
    /^(08|53|57P)/.test(String(code)) ||
    NETWORK_ERRORS.includes(String(code)) ||
    LOST.test(String(message))
  );
}

/**
 * Whether the database is only temporarily unavailable. If so, callers get "unavailable" instead of
 * an internal error.
 * @param error must come from a database connection, because network errors from other sources look
 * the same
 */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  return code === SQLITE ? SQLITE_OUTAGE.test(String(message)) : isConnectionLoss(error);
}

/** Whether the error was caused by an outage of the relational or the realtime database. */
export function isDatabaseOutage(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseSilent) return true;
    if (each instanceof CommitFailed || each instanceof CommitUnknown) return true;
    if (each instanceof Refused && each.status === 'unavailable') return true;
    const isOfDatabase = marked.has(each) || (each as DriverError).code === SQLITE;
    if (isOfDatabase && isOutage(each)) return true;
  }
  return false;
}

import { CommitFailed, CommitUnknown, Refused } from '@halyard/realtime';

/** SQLite's errors have one code for all; its messages are fixed. */
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
/** What `pg` says without a code: of a connection that was lost, or that never came about. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable/;

/** The database answers nobody, and does not refuse either. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';

  constructor(message = 'The database does not answer') {
    super(message);
  }
}

/** Errors of connections to the database. Those of the network look like any other connection's. */
const marked = new WeakSet<object>();

/** Marks what a connection to the database threw, for {@link isDatabaseOutage}. */
export function asDatabaseError(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) marked.add(error);
  return error;
}

interface DriverError {
  code?: unknown;
  message?: unknown;
}

/** Whether PostgreSQL could not be reached, shut down or has no room. */
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
 * Whether the database cannot serve at the moment: for the caller unavailable, not broken.
 * @param error of the database: others' network errors look the same
 */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  return code === SQLITE ? SQLITE_OUTAGE.test(String(message)) : isConnectionLoss(error);
}

/** Whether an error, or what caused it, is that one of the two databases cannot serve at the moment. */
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

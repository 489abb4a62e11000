import { CredentialRefused, UpgradeRefused } from '../options.ts';

export interface Refusal {
  /** The HTTP status of the response; 500 for a bug in the server. */
  status: number;
  /** A readable description of the error, for the body of the response. */
  text: string;
  headers: Record<string, string>;
}

/** The time in seconds after which a client may try again if a limit caused the rejection. */
export const RETRY_AFTER_S = '5';

/** Returns the HTTP response that rejects a connection. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof UpgradeRefused) {
    const { status, message } = error;
    const later = status === 429 || status === 503;
    return { status, text: message, headers: later ? { 'Retry-After': RETRY_AFTER_S } : {} };
  }
  if (error instanceof CredentialRefused) return { status: 401, text: error.message, headers: {} };
  return { status: 500, text: '', headers: {} };
}

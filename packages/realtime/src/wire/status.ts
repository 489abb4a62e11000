import { CredentialRefused, UpgradeRefused } from '../options.ts';

export interface Refusal {
  /** Of HTTP; 500 where it was no refusal but a fault of ours. */
  status: number;
  /** For people. */
  text: string;
  headers: Record<string, string>;
}

/** Seconds after which someone who found no place may try again. */
export const RETRY_AFTER_S = '5';

/** How a refused connection is answered. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof UpgradeRefused) {
    const { status, message } = error;
    const later = status === 429 || status === 503;
    return { status, text: message, headers: later ? { 'Retry-After': RETRY_AFTER_S } : {} };
  }
  if (error instanceof CredentialRefused) return { status: 401, text: error.message, headers: {} };
  return { status: 500, text: '', headers: {} };
}

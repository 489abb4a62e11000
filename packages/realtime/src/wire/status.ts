import { CredentialRefused, UpgradeRefused } from '../options.ts';

/** The HTTP status that answers a refused connection; 500 where it was no refusal. */
export function statusOf(error: unknown): number {
  if (error instanceof UpgradeRefused) return error.status;
  return error instanceof CredentialRefused ? 401 : 500;
}

import type { Trx } from '../../../platform/database/tables/schema.ts';
import { endSessions } from '../sessions/sessions.ts';
import { endTokens } from './tokens.ts';

/**
 * Ends everything that gives access in an account's name: its sessions and its API tokens, because
 * a session thief may have created a token. Runs inside the caller's transaction.
 * @returns the IDs of both, for `link.sessionsEnded` after the commit
 */
export async function endAccess(trx: Trx, userId: string, now: number): Promise<string[]> {
  const sids = await endSessions(trx, { userId }, now);
  return [...sids, ...(await endTokens(trx, { userId }, now))];
}

import type { Trx } from '../../../platform/database/tables/schema.ts';
import { endSessions } from '../sessions/sessions.ts';
import { endTokens } from './tokens.ts';

/**
 * Revokes all access to an account: its sessions and its API tokens (someone with a stolen session
 * may have created one). Runs within the caller's transaction.
 * @returns the IDs of the sessions and tokens, to pass to `link.sessionsEnded` after the commit
 */
export async function endAccess(trx: Trx, userId: string, now: number): Promise<string[]> {
  const sids = await endSessions(trx, { userId }, now);
  return [...sids, ...(await endTokens(trx, { userId }, now))];
}

import type { Trx } from '../../../platform/database/tables/schema.ts';
import { endSessions } from '../sessions/sessions.ts';
import { endTokens } from './tokens.ts';

/**
 * Ends all by which somebody may be in an account's name, its API tokens too, inside the caller's
 * transaction: whoever stole a session may have made a token with it.
 * @returns ids of both, for `link.sessionsEnded` after the commit
 */
export async function endAccess(trx: Trx, userId: string, now: number): Promise<string[]> {
  const sids = await endSessions(trx, { userId }, now);
  return [...sids, ...(await endTokens(trx, { userId }, now))];
}

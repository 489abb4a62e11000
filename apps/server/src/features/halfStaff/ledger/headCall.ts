import type { LedgerHeadText } from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { readHead } from './append.ts';
import { headText } from './chain.ts';

/**
 * Returns the current head of the ledger. A user who keeps a copy of the head can prove later that
 * no earlier entry was changed.
 */
export async function ledgerHead(ctx: Context): Promise<LedgerHeadText> {
  requireScope(ctx, 'ledger.read');
  const head = await readHead(ctx.db.queries);
  return { head: headText(head), at: ctx.domainClock.now() };
}

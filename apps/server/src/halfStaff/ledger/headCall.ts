import type { LedgerHeadText } from '@halyard/domain';
import { type Context, requireScope } from '../../context.ts';
import { readHead } from './append.ts';
import { headText } from './chain.ts';

/** The end of the chain now: whoever keeps it can show later that nothing before it was changed. */
export async function ledgerHead(ctx: Context): Promise<LedgerHeadText> {
  requireScope(ctx, 'ledger.read');
  const head = await readHead(ctx.db.queries);
  return { head: headText(head), at: ctx.domainClock.now() };
}

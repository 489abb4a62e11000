import { OPERATOR_ROLE } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newSecret } from '../../../platform/database/text.ts';

const SETTING = 'setup-code';

/** Whether there is no master yet. If so, /setup creates the first one. */
export async function isSetupNeeded(queries: Queries): Promise<boolean> {
  const master = await queries
    .selectFrom('users')
    .select('id')
    .where('role', '=', OPERATOR_ROLE)
    .limit(1)
    .executeTakeFirst();
  return master === undefined;
}

/**
 * Returns a new one-time code for creating the first master; null if a master exists. The code is
 * available in plain text only here, to be printed. Invalidates any earlier code.
 */
export async function ensureSetupCode(db: Database): Promise<string | null> {
  if (!(await isSetupNeeded(db.queries))) return null;
  const code = newSecret();
  const value = hashSecret(code);
  await db.queries
    .insertInto('settings')
    .values({ id: SETTING, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
  return code;
}

/** Whether this is the current setup code. */
export async function isSetupCode(queries: Queries, codeHash: string): Promise<boolean> {
  const row = await queries
    .selectFrom('settings')
    .select('id')
    .where('id', '=', SETTING)
    .where('value', '=', codeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the code. If two callers do this at the same time, only one gets true. */
export async function claimSetupCode(trx: Trx, codeHash: string): Promise<boolean> {
  const claimed = await trx
    .deleteFrom('settings')
    .where('id', '=', SETTING)
    .where('value', '=', codeHash)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined && (await isSetupNeeded(trx));
}

import { OPERATOR_ROLE } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newSecret } from '../../../platform/database/text.ts';

const SETTING = 'setup-code';

/** Whether there is no master yet. If so, the page /setup creates the first one. */
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
 * Returns a new one-time code for creating the first master. Null if there is a master. The caller
 * must print the code, because only its hash is stored. Invalidates any earlier code.
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

/** Whether a code is the current setup code. */
export async function isSetupCode(queries: Queries, codeHash: string): Promise<boolean> {
  const row = await queries
    .selectFrom('settings')
    .select('id')
    .where('id', '=', SETTING)
    .where('value', '=', codeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses up the setup code. If two requests do this at the same time, returns true for only one of
 * them.
 */
export async function claimSetupCode(trx: Trx, codeHash: string): Promise<boolean> {
  const claimed = await trx
    .deleteFrom('settings')
    .where('id', '=', SETTING)
    .where('value', '=', codeHash)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined && (await isSetupNeeded(trx));
}

import { type AlertDefaults, DEFAULT_ALERT_SETTINGS, effectiveSettings } from '@halyard/domain';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

const SETTING = 'alert-defaults';

/**
 * The alert defaults until a master changes them: the limits from the specification, and no emails
 * to masters.
 */
const SPECIFIED: AlertDefaults = { ...DEFAULT_ALERT_SETTINGS, masters: [] };

/**
 * Returns the alert defaults for all companies. `isDefault` is true until a master changes them.
 */
export async function findDefaults(
  queries: Queries,
): Promise<{ settings: AlertDefaults; isDefault: boolean }> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  if (!row) return { settings: SPECIFIED, isDefault: true };
  const stored = JSON.parse(row.value) as AlertDefaults;
  return {
    settings: { ...effectiveSettings(stored, SPECIFIED), masters: stored.masters },
    isDefault: false,
  };
}

export async function storeDefaults(trx: Trx, settings: AlertDefaults): Promise<void> {
  const value = JSON.stringify(settings);
  await trx
    .insertInto('settings')
    .values({ id: SETTING, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}

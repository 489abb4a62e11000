import { mailServer, SYSTEM_SETTINGS } from '@halyard/domain';
import { z } from 'zod';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';

const { mailFrom, historyDays, activityDays, backupsOn, backupTime, backupDays } = SYSTEM_SETTINGS;

/**
 * The schemas of the settings that masters can change in the console. Each setting is stored in its
 * own row.
 */
const SCHEMAS = {
  mail: z.object({
    server: mailServer,
    from: mailFrom.check,
    /** The mail server password, encrypted. Null if there is none. */
    password: z.string().nullable(),
  }),
  historyDays: historyDays.check,
  activityDays: activityDays.check,
  backupsOn: backupsOn.check,
  backupTime: backupTime.check,
  backupDays: backupDays.check,
};
type Key = keyof typeof SCHEMAS;
export type StoredSettings = { [K in Key]: z.output<(typeof SCHEMAS)[K]> | null };

/** The stored settings of an installation where no master has changed a setting yet. */
export const NOTHING_STORED: StoredSettings = {
  mail: null,
  historyDays: null,
  activityDays: null,
  backupsOn: null,
  backupTime: null,
  backupDays: null,
};

/** The new values of settings. Null removes a setting. Undefined leaves a setting unchanged. */
export type SettingsToStore = { [K in Key]?: StoredSettings[K] | undefined };

const PREFIX = 'system.';
const KEYS = Object.keys(SCHEMAS) as Key[];

/**
 * Reads the stored settings. A setting is null if it has not been set or if this version of Halyard
 * cannot read it.
 */
export async function readStored(queries: Queries): Promise<StoredSettings> {
  const rows = await queries
    .selectFrom('settings')
    .selectAll()
    .where(
      'id',
      'in',
      KEYS.map((key) => PREFIX + key),
    )
    .execute();
  const values = new Map(rows.map(({ id, value }) => [id, value]));
  const entries = KEYS.map((key) => {
    const text = values.get(PREFIX + key);
    const read = SCHEMAS[key].safeParse(text === undefined ? null : JSON.parse(text));
    return [key, read.success ? read.data : null];
  });
  return Object.fromEntries(entries) as StoredSettings;
}

export async function writeStored(trx: Trx, settings: SettingsToStore): Promise<void> {
  for (const [key, setting] of Object.entries(settings)) {
    const id = PREFIX + key;
    if (setting === undefined) continue;
    if (setting === null) {
      await trx.deleteFrom('settings').where('id', '=', id).execute();
      continue;
    }
    const value = JSON.stringify(setting);
    await trx
      .insertInto('settings')
      .values({ id, value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
      .execute();
  }
}

const PURPOSE = 'mail-password';

export const sealPassword = (box: SecretBox, password: string) => box.seal(password, PURPOSE);

/**
 * Decrypts the stored mail server password.
 * @returns null if no password is stored; undefined if it was encrypted with a different key
 */
export function openPassword(
  box: SecretBox | null,
  sealed: string | null,
): string | null | undefined {
  if (sealed === null) return null;
  try {
    return box?.open(sealed, PURPOSE);
  } catch {
    return undefined;
  }
}

import { createHmac } from 'node:crypto';
import type { AppConfig } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Selectable } from 'kysely';
import { inBatches } from '../../../../platform/database/batches.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { ImportTable } from '../../../../platform/database/tables/imports.ts';
import { hashSecret, newId } from '../../../../platform/database/text.ts';
import { AppError } from '../../../../platform/errors.ts';
import { nextTurn } from '../../../../platform/nextTurn.ts';
import type { SecretBox } from '../../../../platform/secrets/secretBox.ts';
import { deviceEmail } from '../../../../realtime/firebase/accounts.ts';
import type { NewDeviceKey } from '../../../flags/keys/keys.ts';
import { type ImportedKey, keysCsv } from './keysCsv.ts';

/** The columns of an import that are needed to create its device keys. */
type KeyColumns = Pick<
  Selectable<ImportTable>,
  'id' | 'origin' | 'key_seed' | 'key_seed_is_sealed' | 'keys_until' | 'shown_at'
>;

/** How long an import's device keys can be downloaded after the import has ended, in ms. */
export const KEYS_KEPT_MS = 24 * 60 * 60_000;
/**
 * How long after the first download device keys can be downloaded again, in ms. The first download
 * may have been interrupted.
 */
const REPEAT_MS = 5 * 60_000;
/** The number of device keys that one query reads. */
const SLICE = 500;

const purposeOf = (importId: string) => `import ${importId}`;

/**
 * Returns the column values that store the secret from which an import's device keys are derived.
 * The secret is stored in plain text if there is no encryption key.
 */
export function sealedSeed(box: SecretBox | null, importId: string, seed: string) {
  if (box === null) return { key_seed: seed, key_seed_is_sealed: false };
  return { key_seed: box.seal(seed, purposeOf(importId)), key_seed_is_sealed: true };
}

/**
 * Creates a device key whose secret is derived from its ID. An import of 100,000 flags therefore
 * has to keep only one secret until its keys are downloaded.
 */
export function derivedKey(seed: string, id = newId()): NewDeviceKey {
  return { id, secret: derived(seed, id), login: null };
}

/**
 * Derives a device key from the secret of an import. Like the secrets that `newSecret` returns, a
 * key never begins with `-`.
 */
function derived(seed: string, text: string): string {
  const secret = createHmac('sha256', seed).update(text).digest('base64url');
  return secret.startsWith('-') ? derived(seed, `${text}-`) : secret;
}

/** Whether an import's device keys are available and have not been downloaded yet. */
export const hasKeys = ({ shown_at: shown, keys_until: until }: KeyColumns, now: number): boolean =>
  shown !== null && until === shown + KEYS_KEPT_MS && until >= now;

/**
 * Returns an import's device keys as CSV. They stay available for five minutes after the first
 * download. Keys that are no longer valid are left out.
 * @throws AppError `gone` if they were downloaded more than five minutes ago, or if it is too late
 * to download them
 */
export async function takeKeys(
  { db, now }: { db: Database; now: number },
  row: KeyColumns,
  box: SecretBox | null,
  realtime: AppConfig['realtime'],
): Promise<string> {
  const { key_seed: stored, keys_until: until, origin } = row;
  if (stored === null || until === null || until < now || row.shown_at === null)
    throw new AppError(
      'gone',
      msg`The device keys of this import are no longer available. Create a new key on each flag’s page.`,
    );
  if (row.key_seed_is_sealed && box === null)
    throw new AppError('unavailable', msg`Couldn’t read the device keys: SECRETS_KEY is not set.`);
  const seed = row.key_seed_is_sealed ? box!.open(stored, purposeOf(row.id)) : stored;
  const keys = await validKeys(db, row.id, seed, realtime);
  await db.queries
    .updateTable('imports')
    .set({ keys_until: Math.min(until, now + REPEAT_MS) })
    .where('id', '=', row.id)
    .execute();
  const parts: string[] = [];
  await inBatches(keys, (batch) => {
    const part = keysCsv(batch, origin, realtime);
    parts.push(parts.length === 0 ? part : part.slice(part.indexOf('\n') + 1));
  });
  return parts.join('');
}

async function validKeys(
  { queries }: Database,
  importId: string,
  seed: string,
  realtime: AppConfig['realtime'],
): Promise<ImportedKey[]> {
  const keys: ImportedKey[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const flags: (Omit<ImportedKey, 'key'> & { id: string })[] = await queries
      .selectFrom('flags')
      .select(['id', 'name', 'flag_id as flagId', 'company_id as companyId'])
      .select(['location_id as locationId', 'owner_id as ownerId'])
      .where('import_id', '=', importId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    after = flags.length < SLICE ? null : flags.at(-1)!.id;
    if (flags.length === 0) continue;
    const byId = new Map(flags.map((flag) => [flag.id, flag]));
    const rows = await queries
      .selectFrom('device_keys')
      .select(['id', 'flag_id', 'key_hash'])
      .where('flag_id', 'in', [...byId.keys()])
      .orderBy('flag_id')
      .execute();
    for (const row of rows) {
      const key = derivedKey(seed, row.id);
      // The flag may have got another key in the meantime.
      if (hashSecret(key.secret) !== row.key_hash) continue;
      const login =
        realtime.mode === 'firebase'
          ? { email: deviceEmail(row.id, realtime.project.authDomain), password: key.secret }
          : null;
      keys.push({ ...byId.get(row.flag_id)!, key: { ...key, login } });
    }
    await nextTurn();
  }
  return keys;
}

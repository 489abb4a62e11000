import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';

const purposeOf = (id: string) => `webhook:${id}`;

/**
 * Returns the stored form of a webhook's or webhook source's secret: encrypted, or plain text if
 * there is no key.
 */
export function storedSecret(box: SecretBox | null, id: string, secret: string) {
  if (!box) return { secret, secret_is_sealed: false };
  return { secret: box.seal(secret, purposeOf(id)), secret_is_sealed: true };
}

/**
 * Decrypts the stored secret of a webhook or a webhook source.
 * @throws AppError `internal` if the key is missing or wrong
 */
export function openSecret(
  box: SecretBox | null,
  { id, secret, isSealed }: { id: string; secret: string; isSealed: boolean },
): string {
  if (!isSealed) return secret;
  if (!box)
    throw new AppError(
      'internal',
      msg`A webhook’s secret is encrypted, but SECRETS_KEY is not set. Set SECRETS_KEY to the key that was used to encrypt the secret.`,
    );
  return box.open(secret, purposeOf(id));
}

/** Encrypts a table's secrets that were stored in plain text because there was no key. */
export async function sealSecrets(
  queries: Queries,
  table: 'webhooks' | 'order_sources',
  box: SecretBox | null,
): Promise<void> {
  if (!box) return;
  const rows = await queries
    .selectFrom(table)
    .select(['id', 'secret'])
    .where('secret_is_sealed', '=', false)
    .where('secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .execute();
  for (const { id, secret } of rows)
    await queries
      .updateTable(table)
      .set(storedSecret(box, id, secret))
      .where('id', '=', id)
      // The secret may have been replaced in the meantime.
      .where('secret', '=', secret)
      .execute();
}

import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';

const purposeOf = (webhookId: string) => `webhook:${webhookId}`;

/**
 * Returns what to store for the secret of a webhook: the encrypted secret, or plain text if there
 * is no key.
 */
export function storedSecret(box: SecretBox | null, webhookId: string, secret: string) {
  if (!box) return { secret, secret_is_sealed: false };
  return { secret: box.seal(secret, purposeOf(webhookId)), secret_is_sealed: true };
}

/**
 * Decrypts what `storedSecret` stored.
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
      msg`A webhook’s secret is encrypted, but SECRETS_KEY is not set.`,
    );
  return box.open(secret, purposeOf(id));
}

/** Encrypts the secrets of webhooks that were stored when there was no key. */
export async function sealSecrets(queries: Queries, box: SecretBox | null): Promise<void> {
  if (!box) return;
  const rows = await queries
    .selectFrom('webhooks')
    .select(['id', 'secret'])
    .where('secret_is_sealed', '=', false)
    .execute();
  for (const { id, secret } of rows)
    await queries
      .updateTable('webhooks')
      .set(storedSecret(box, id, secret))
      .where('id', '=', id)
      .where('secret_is_sealed', '=', false)
      .execute();
}

import type { Queries } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';

const purposeOf = (webhookId: string) => `webhook:${webhookId}`;

/** A webhook's secret in its columns: sealed, or as it is where there is no key to seal it with. */
export function storedSecret(box: SecretBox | null, webhookId: string, secret: string) {
  if (!box) return { secret, secret_is_sealed: false };
  return { secret: box.seal(secret, purposeOf(webhookId)), secret_is_sealed: true };
}

/** What `storedSecret` stored. @throws AppError `internal` where the key is not there, or another one */
export function openSecret(
  box: SecretBox | null,
  { id, secret, isSealed }: { id: string; secret: string; isSealed: boolean },
): string {
  if (!isSealed) return secret;
  if (!box)
    throw new AppError('internal', 'A webhook’s secret is sealed, and SECRETS_KEY is not set.');
  return box.open(secret, purposeOf(id));
}

/** Seals what was stored where there was no key. */
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

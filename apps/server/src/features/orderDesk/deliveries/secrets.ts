import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import { storedSecret } from '../../webhooks/stored/secrets.ts';

/** Encrypts the secrets of webhook sources that were stored when there was no key. */
export async function sealSourceSecrets(queries: Queries, box: SecretBox | null): Promise<void> {
  if (!box) return;
  const rows = await queries
    .selectFrom('order_sources')
    .select(['id', 'secret'])
    .where('secret_is_sealed', '=', false)
    .where('secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .execute();
  for (const { id, secret } of rows)
    await queries
      .updateTable('order_sources')
      .set(storedSecret(box, id, secret))
      .where('id', '=', id)
      .where('secret', '=', secret)
      .execute();
}

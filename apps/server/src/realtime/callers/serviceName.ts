import type { Queries } from '../../platform/database/tables/schema.ts';

/** Returns a service account's name; 'a service account' if it has been deleted. */
export async function serviceNameOf(queries: Queries, id: string): Promise<string> {
  const found = await queries
    .selectFrom('tokens')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.name ?? 'a service account';
}

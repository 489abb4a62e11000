import type { Queries } from '../../platform/database/tables/schema.ts';

/** What people call a service account; it may be gone. */
export async function serviceNameOf(queries: Queries, id: string): Promise<string> {
  const found = await queries
    .selectFrom('tokens')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.name ?? 'a service account';
}

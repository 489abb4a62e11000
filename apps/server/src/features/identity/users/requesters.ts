import { t } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { serviceIdIn } from '../../../realtime/callers/identities.ts';

/** The name of a user or service account, and its company. The company is null for the operator. */
interface Requester {
  name: string;
  companyId: string | null;
}

/**
 * Returns the name of the user or service account that sent a command. Undefined if the sender is
 * unknown or belongs to another company, as may happen after a flag has moved to another company.
 */
export function nameFor(
  names: ReadonlyMap<string, Requester>,
  id: string,
  companyId: string,
): string | undefined {
  const found = names.get(id);
  const isKnown = found && (found.companyId === null || found.companyId === companyId);
  return isKnown ? found.name : undefined;
}

/**
 * Returns the names of users and service accounts, by ID.
 * @param ids may contain null and duplicates
 */
export async function namesOf(
  queries: Queries,
  ids: readonly (string | null)[],
): Promise<Map<string, Requester>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = new Map<string, Requester>();
  await inBatches(wanted, async (batch) => {
    const users = await queries
      .selectFrom('users')
      .select(['id', 'first_name as first', 'last_name as last', 'username', 'company_id'])
      .where('id', 'in', batch)
      .execute();
    for (const { id, first, last, username, company_id: companyId } of users)
      names.set(id, { name: `${first} ${last}`.trim() || username, companyId });
  });
  for (const id of wanted) {
    const service = serviceIdIn(id);
    if (service === null) continue;
    const token = await queries
      .selectFrom('tokens')
      .select(['name', 'company_id as companyId'])
      .where('id', '=', service)
      .executeTakeFirst();
    names.set(id, token ?? { name: t`a service account`, companyId: null });
  }
  return names;
}

import { change, type Services } from '../../../features/calls/context.ts';
import { hashAtServer } from '../../../features/identity/passwords/passwords.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { profileMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { DEMO_PASSWORD, type DemoPerson } from './people.ts';

/** A demo user with the IDs of their company and location. */
export interface Placed {
  person: DemoPerson;
  id: string;
  companyId: string | null;
  locationId: string | null;
}

/**
 * Stores all demo accounts in one transaction. The normal API calls cannot create all of them: the
 * first master needs the setup code, and employees must accept an invitation.
 */
export async function insertAccounts(services: Services, people: readonly Placed[]): Promise<void> {
  const now = services.clock();
  const rows = await Promise.all(
    people.map(async ({ person, id, companyId, locationId }) => ({
      id,
      username: person.username,
      username_key: uniqueKey(person.username),
      password_hash: await hashAtServer(DEMO_PASSWORD),
      role: person.role,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      confirmed_email: person.email,
      phone: person.phone,
      company_id: companyId,
      location_id: locationId,
      all_companies: person.allCompanies,
      // The demo shows an installation whose setup is complete.
      set_up_list: 'hidden' as const,
      suspended_at: person.suspended ? now : null,
      created_at: now,
    })),
  );
  await change(services, async (trx) => {
    await trx.insertInto('users').values(rows).execute();
    for (const row of rows) await enqueue(trx, profileMirror(row), now);
  });
}

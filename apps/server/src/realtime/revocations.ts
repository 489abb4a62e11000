import type { Identity } from '@halyard/realtime';
import { type RawBuilder, sql } from 'kysely';
import { type Database, locksRows } from '../database/database.ts';
import { type Claims, deviceKeyIdOf, serviceIdOf, sessionIdOf } from './identities.ts';

/**
 * What a live connection stands on, by its id: a session with the rights that it was given, a service
 * account, whose rights never change, or a device key.
 */
type Ground = [kind: 'session', id: string, rights: string] | [kind: 'service' | 'key', id: string];

/** Whom to end; see {@link findRevoked}. */
export interface Revoked {
  /** Service accounts' ids as well. */
  sessionIds: string[];
  deviceKeyIds: string[];
}

/**
 * Which of these identities' sessions and device keys are gone, or have other rights by now; one
 * query, which brings back only those.
 */
export async function findRevoked(db: Database, identities: Iterable<Identity>): Promise<Revoked> {
  const grounds = new Map<string, Ground>();
  for (const identity of identities) {
    const ground = groundOf(identity);
    if (ground) grounds.set(ground.join('\n'), ground);
  }
  const revoked: Revoked = { sessionIds: [], deviceKeyIds: [] };
  if (grounds.size === 0) return revoked;
  for (const [kind, id] of await missing(db, [...grounds.values()]))
    (kind === 'key' ? revoked.deviceKeyIds : revoked.sessionIds).push(id);
  return revoked;
}

function groundOf(identity: Identity): Ground | null {
  const serviceId = serviceIdOf(identity);
  if (serviceId !== null) return ['service', serviceId];
  const sid = sessionIdOf(identity);
  if (sid !== null) return ['session', sid, rightsOf(identity.auth?.token as Claims)];
  const keyId = deviceKeyIdOf(identity);
  return keyId === null ? null : ['key', keyId];
}

/** As `RIGHTS` writes an account's; no id holds a space. */
function rightsOf({ role, companyId, locationId, allCompanies }: Claims): string {
  return [role, companyId ?? '', locationId ?? '', allCompanies ? 'all' : ''].join(' ');
}
const RIGHTS = sql<string>`users.role || ' ' || coalesce(users.company_id, '') || ' ' || coalesce(users.location_id, '')
  || ' ' || case when users.all_companies then 'all' else '' end`;

/** Of 10,000 grounds in one parameter: engines bound the number of parameters. */
async function missing(db: Database, grounds: Ground[]): Promise<[Ground[0], string][]> {
  const text = JSON.stringify(grounds);
  const live: RawBuilder<unknown> = locksRows(db.queries)
    ? sql`json_array_elements(cast(${text} as json))`
    : sql`json_each(${text})`;
  const { rows } = await sql<{ kind: Ground[0]; id: string }>`
    select live.value ->> 0 as kind, live.value ->> 1 as id from ${live} as live
    where case live.value ->> 0
      when 'session' then not exists (
        select 1 from sessions join users on users.id = sessions.user_id
        where sessions.id = live.value ->> 1 and ${RIGHTS} = live.value ->> 2)
      when 'service' then not exists (
        select 1 from service_accounts where id = live.value ->> 1)
      else not exists (select 1 from device_keys where id = live.value ->> 1)
    end`.execute(db.queries);
  return rows.map(({ kind, id }) => [kind, id]);
}

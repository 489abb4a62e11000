import type { Identity } from '@halyard/realtime';
import { type RawBuilder, sql } from 'kysely';
import { type Database, locksRows } from '../../platform/database/database.ts';
import { type Claims, deviceKeyIdOf, isToken, sessionIdOf } from './identities.ts';

/**
 * The sessions, API tokens and device keys whose connections must end, as found by
 * {@link findRevoked}.
 */
export interface Revoked {
  /** The IDs of the sessions and API tokens whose connections must end. */
  sessionIds: string[];
  deviceKeyIds: string[];
}

/** The sessions, API tokens and device keys of the open connections. */
interface Grounds {
  /** The sessions, each with the permissions that its user had when the connection was opened. */
  sessions: [sid: string, rights: string][];
  /** The API tokens, each with its permissions when the connection was opened. */
  tokens: [id: string, rights: string][];
  /** The IDs of device keys. Their permissions are not stored, because they never change. */
  keys: string[];
}

/**
 * Returns the sessions, API tokens and device keys that no longer exist or whose permissions have
 * changed. Uses a single query.
 */
export async function findRevoked(db: Database, identities: Iterable<Identity>): Promise<Revoked> {
  const grounds: Grounds = { sessions: [], tokens: [], keys: [] };
  for (const identity of identities) note(identity, grounds);
  const revoked: Revoked = { sessionIds: [], deviceKeyIds: [] };
  const { sessions, tokens, keys } = grounds;
  if (sessions.length + tokens.length + keys.length === 0) return revoked;
  for (const { kind, id } of await missing(db, grounds))
    (kind === 'key' ? revoked.deviceKeyIds : revoked.sessionIds).push(id);
  return revoked;
}

function note(identity: Identity, { sessions, tokens, keys }: Grounds): void {
  const sid = sessionIdOf(identity);
  if (sid !== null)
    (isToken(identity) ? tokens : sessions).push([sid, rightsOf(identity.auth?.token as Claims)]);
  const keyId = deviceKeyIdOf(identity);
  if (keyId !== null) keys.push(keyId);
}

/**
 * Formats permissions as a string that can be compared with the result of the SQL expression
 * `RIGHTS`. The parts are separated by spaces, which IDs never contain.
 */
function rightsOf({ role, companyId, locationId, allCompanies }: Claims): string {
  return [role, companyId ?? '', locationId ?? '', allCompanies ? 'all' : ''].join(' ');
}
const RIGHTS = sql<string>`users.role || ' ' || coalesce(users.company_id, '') || ' ' || coalesce(users.location_id, '')
  || ' ' || case when users.all_companies then 'all' else '' end`;
/** A token's permissions, which are the permissions of its user or service account. */
const TOKEN_RIGHTS = sql<string>`coalesce(users.role, tokens.role) || ' ' || coalesce(users.company_id, tokens.company_id, '')
  || ' ' || coalesce(users.location_id, tokens.location_id, '')
  || ' ' || case when coalesce(users.all_companies, tokens.all_companies) then 'all' else '' end`;

/**
 * Finds the sessions, tokens and device keys that no longer exist or whose permissions have
 * changed. Passes each list to the query as one parameter, because database engines limit the
 * number of parameters.
 */
async function missing(
  db: Database,
  { sessions, tokens, keys }: Grounds,
): Promise<{ kind: 'session' | 'key'; id: string }[]> {
  const isPostgres = locksRows(db.queries);
  const each = (list: unknown[], postgres: RawBuilder<unknown>) => {
    const text = JSON.stringify(list);
    return isPostgres ? sql`${postgres}(cast(${text} as json))` : sql`json_each(${text})`;
  };
  const pairs = sql`json_array_elements`;
  const texts = sql`json_array_elements_text`;
  const { rows } = await sql<{ kind: 'session' | 'key'; id: string }>`
    select 'session' as kind, live.value ->> 0 as id from ${each(sessions, pairs)} as live
    where not exists (
      select 1 from sessions join users on users.id = sessions.user_id
      where sessions.id = live.value ->> 0 and ${RIGHTS} = live.value ->> 1)
    union
    select 'session', live.value ->> 0 from ${each(tokens, pairs)} as live
    where not exists (
      select 1 from tokens left join users on users.id = tokens.user_id
      where tokens.id = live.value ->> 0 and users.suspended_at is null
        and ${TOKEN_RIGHTS} = live.value ->> 1)
    union
    select 'key', live.value from ${each(keys, texts)} as live
    where not exists (
      select 1 from device_keys join flags on flags.id = device_keys.flag_id
      where device_keys.id = live.value)`.execute(db.queries);
  return rows;
}

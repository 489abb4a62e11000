import type { Database } from '../../platform/database/database.ts';
import type { RealtimeChanges, RealtimeValue } from '../../platform/database/tables/system.ts';
import {
  accessOf,
  companyFields,
  type Fields,
  flagFields,
  locationFields,
  type MirroredFlag,
  profileFields,
} from '../outbox/mirroredChanges.ts';
import { findMirroredFlags } from '../outbox/mirroredFlags.ts';
import { splitPath } from './changes.ts';
import type { TreeClient } from './tree.ts';

/** The kind of realtime database that is compared with the relational database. */
export interface TreeUse {
  /**
   * Whether the realtime database is a Firebase project. A project may contain other data that the
   * server must keep, such as unknown poles and users. Its `access/` also contains device keys. Our
   * own realtime database contains only what the server has stored there.
   */
  isFirebase: boolean;
}

/** The maximum number of paths that are written to the realtime database at once. */
const CHUNK = 500;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const childOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/** The records that should exist under one path of the realtime database, by key. */
type Records = Map<string, Fields>;

/** The data that should exist for one owner in the realtime database. */
interface Owner {
  /** The profile of the owner. Null if the owner is not a user. */
  profile: Fields | null;
  flags: Map<string, MirroredFlag>;
}

/**
 * Compares the relational database with the realtime database, and returns updates that correct the
 * differences (decision 6). A crash, a restored backup or a manual change can cause differences.
 * Run this at startup when the outbox is empty. Ignores the companies' revisions (`rev`).
 */
export async function findDifferences(
  db: Database,
  tree: Pick<TreeClient, 'each'>,
  { isFirebase }: TreeUse,
): Promise<Record<string, RealtimeValue>[]> {
  const changes: Record<string, RealtimeValue> = {};
  const wanted = {
    companies: await findCompanies(db),
    locations: await findLocations(db),
    access: await findAccess(db, isFirebase),
  };
  for (const [folder, records] of Object.entries(wanted)) {
    const mayRemove = !isFirebase || folder === 'access';
    await tree.each(folder, (key, found) => {
      const fields = records.get(key);
      if (fields) addChanges(`${folder}/${key}`, fields, found, changes);
      else if (mayRemove) changes[`${folder}/${key}`] = null;
      records.delete(key);
    });
    for (const [key, fields] of records) addChanges(`${folder}/${key}`, fields, null, changes);
  }

  const owners = await findOwners(db);
  await tree.each('users', (ownerId, found) => {
    const owner = owners.get(ownerId) ?? { profile: null, flags: new Map() };
    if (!isFirebase) removeUnknown(ownerId, owner, found, changes);
    compareOwner(ownerId, owner, found, changes);
    owners.delete(ownerId);
  });
  for (const [ownerId, owner] of owners) compareOwner(ownerId, owner, null, changes);
  return chunks(changes);
}

/**
 * Adds the changes that correct the fields of one record in the realtime database.
 * @param found the data that the realtime database has for this record
 */
function addChanges(path: string, fields: Fields, found: unknown, changes: RealtimeChanges): void {
  for (const [name, value] of Object.entries(fields)) {
    const present = at(found, name);
    if (present !== value) changes[name === '' ? path : `${path}/${name}`] = value;
  }
}

/** Looks up a path in a nested value. Returns the value itself for an empty path. */
const at = (value: unknown, path: string): unknown => splitPath(path).reduce(childOf, value);

function compareOwner(
  ownerId: string,
  { profile, flags }: Owner,
  found: unknown,
  changes: RealtimeChanges,
): void {
  const path = `users/${ownerId}`;
  if (profile) addChanges(`${path}/profile`, profile, childOf(found, 'profile'), changes);
  const hardware = childOf(found, 'hardware');
  for (const [flagId, flag] of flags)
    addChanges(`${path}/hardware/${flagId}`, flagFields(flag), childOf(hardware, flagId), changes);
}

/**
 * Adds changes that delete the parts of an owner's data that are not in the relational database.
 * Deletes each part separately, never the owner's whole node.
 */
function removeUnknown(
  ownerId: string,
  { profile, flags }: Owner,
  found: unknown,
  changes: RealtimeChanges,
): void {
  for (const key of keysOf(found))
    if (key !== 'hardware' && !(key === 'profile' && profile))
      changes[`users/${ownerId}/${key}`] = null;
  for (const flagId of keysOf(childOf(found, 'hardware')))
    if (!flags.has(flagId)) changes[`users/${ownerId}/hardware/${flagId}`] = null;
}

async function findCompanies({ queries }: Database): Promise<Records> {
  const rows = await queries
    .selectFrom('companies')
    .select(['id', 'name', 'auto_half_mast'])
    .execute();
  return new Map(
    rows.map((row) => [row.id, companyFields({ ...row, autoHalfMast: row.auto_half_mast })]),
  );
}

async function findLocations({ queries }: Database): Promise<Records> {
  const rows = await queries
    .selectFrom('locations')
    .select(['id', 'name', 'company_id', 'city', 'state'])
    .execute();
  return new Map(
    rows.map((row) => [row.id, locationFields({ ...row, companyId: row.company_id })]),
  );
}

/**
 * Returns the records that should exist under `access/`. Each record is a single value, so its only
 * key in `Fields` is ''.
 */
async function findAccess({ queries }: Database, isFirebase: boolean): Promise<Records> {
  const sessions = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.may_move_poles'])
    .where('temporary', '=', false)
    .execute();
  const tokens = await queries
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'users.may_move_poles'])
    .execute();
  const keys = isFirebase ? await queries.selectFrom('device_keys').select('id').execute() : [];
  return new Map([
    ...keys.map(({ id }): [string, Fields] => [id, { '': true }]),
    ...[...sessions, ...tokens].map(({ id, may_move_poles }): [string, Fields] => [
      id,
      { '': accessOf(may_move_poles ?? true) },
    ]),
  ]);
}

async function findOwners({ queries }: Database): Promise<Map<string, Owner>> {
  const owners = new Map<string, Owner>();
  const users = await queries
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .execute();
  for (const row of users) owners.set(row.id, { profile: profileFields(row), flags: new Map() });
  for (const flag of await findMirroredFlags(queries)) {
    const owner = owners.get(flag.ownerId) ?? { profile: null, flags: new Map() };
    owner.flags.set(flag.flagId, flag);
    owners.set(flag.ownerId, owner);
  }
  return owners;
}

function chunks(changes: Record<string, RealtimeValue>): Record<string, RealtimeValue>[] {
  const entries = Object.entries(changes);
  const parts: Record<string, RealtimeValue>[] = [];
  for (let i = 0; i < entries.length; i += CHUNK) {
    parts.push(Object.fromEntries(entries.slice(i, i + CHUNK)));
  }
  return parts;
}

import type { Database } from '../../platform/database/database.ts';
import type { RealtimeValue } from '../../platform/database/tables/system.ts';
import {
  accessMirror,
  accessOf,
  companyMirror,
  flagMirror,
  locationMirror,
  profileMirror,
} from '../outbox/mirroredChanges.ts';
import { findMirroredFlags } from '../outbox/mirroredFlags.ts';
import type { TreeClient } from './tree.ts';

/** The kind of realtime database that is compared with the tables. */
export interface TreeUse {
  /**
   * Whether the realtime database is a Firebase project. A project may contain poles, users and
   * other data that this server does not know and must keep, and its `access/` also contains device
   * keys. Our own realtime database contains only what the server has stored there.
   */
  isFirebase: boolean;
}

/** The maximum number of paths that are written to the realtime database at once. */
const CHUNK = 500;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const childOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : null;

/**
 * Compares the tables with the realtime database, and returns updates that correct the realtime
 * database, in several parts (decision 6). Run this at startup when the outbox is empty. It finds
 * differences that were caused by a crash, a restored backup or a change by hand. Ignores the
 * companies' revisions (`rev`).
 */
export async function findDifferences(
  db: Database,
  tree: Pick<TreeClient, 'get'>,
  now: number,
  { isFirebase }: TreeUse,
): Promise<Record<string, RealtimeValue>[]> {
  const wanted: Record<string, RealtimeValue> = {};
  /** For each folder of the realtime database, the keys that must exist according to the tables. */
  const records = new Map<string, Set<string>>();
  const expect = (folder: string, key: string, leaves: Record<string, RealtimeValue>) => {
    const keys = records.get(folder) ?? new Set();
    records.set(folder, keys.add(key));
    Object.assign(wanted, leaves);
  };
  for (const folder of ['companies', 'locations', 'access']) records.set(folder, new Set());

  const { queries } = db;
  for (const row of await queries
    .selectFrom('companies')
    .select(['id', 'name', 'auto_half_mast'])
    .execute()) {
    const leaves = companyMirror(
      { id: row.id, name: row.name, autoHalfMast: row.auto_half_mast },
      now,
    );
    delete leaves[`companies/${row.id}/rev`];
    expect('companies', row.id, leaves);
  }
  for (const row of await queries
    .selectFrom('locations')
    .select(['id', 'name', 'company_id', 'city', 'state'])
    .execute()) {
    expect('locations', row.id, locationMirror({ ...row, companyId: row.company_id }));
  }
  for (const row of await queries
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .execute()) {
    expect(`users/${row.id}`, 'profile', profileMirror(row));
  }
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
  for (const { id } of keys) {
    expect('access', id, accessMirror([id], true) as Record<string, RealtimeValue>);
  }
  for (const { id, may_move_poles } of [...sessions, ...tokens]) {
    const access = accessOf(may_move_poles ?? true);
    expect('access', id, accessMirror([id], access) as Record<string, RealtimeValue>);
  }
  for (const flag of await findMirroredFlags(queries)) {
    expect(`users/${flag.ownerId}/hardware`, flag.flagId, flagMirror(flag));
  }

  const present = {
    users: await tree.get('users'),
    companies: await tree.get('companies'),
    locations: await tree.get('locations'),
    access: await tree.get('access'),
  };
  const at = (path: string) =>
    path.split('/').reduce<unknown>((value, key) => childOf(value, key), present);
  const changes: Record<string, RealtimeValue> = {};
  for (const [path, value] of Object.entries(wanted)) {
    if ((at(path) ?? null) !== value) changes[path] = value;
  }
  // Never remove all data of an owner, but only records without a flag or account.
  for (const ownerId of Object.keys(isObject(present.users) ? present.users : {})) {
    for (const folder of [`users/${ownerId}`, `users/${ownerId}/hardware`]) {
      if (!records.has(folder)) records.set(folder, new Set());
    }
  }
  for (const [folder, keys] of records) {
    if (isFirebase && folder !== 'access') continue;
    const found = at(folder);
    for (const key of Object.keys(isObject(found) ? found : {})) {
      const isBranch = folder.startsWith('users/') && key === 'hardware';
      if (!keys.has(key) && !isBranch) changes[`${folder}/${key}`] = null;
    }
  }
  return chunks(changes);
}

function chunks(changes: Record<string, RealtimeValue>): Record<string, RealtimeValue>[] {
  const entries = Object.entries(changes);
  const parts: Record<string, RealtimeValue>[] = [];
  for (let i = 0; i < entries.length; i += CHUNK) {
    parts.push(Object.fromEntries(entries.slice(i, i + CHUNK)));
  }
  return parts;
}

import { type Command, type FlagLock, type FlagRecord, sentAt } from '@halyard/domain';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';

/**
 * Returns the owner key for the poles of a company in the realtime database. This file derives the
 * content of the realtime database from the tables (decisions, "Who writes what").
 */

export const ownerOf = (companyId: string) => `company-${companyId}`;

let lastRev = 0;

/**
 * Returns a new revision of a company's data, in microseconds since 1970. It is greater than every
 * earlier one from this process.
 */
function nextRev(now: number): number {
  lastRev = Math.max(lastRev + 1, now * 1000 + Math.floor(Math.random() * 1000));
  return lastRev;
}

/**
 * Returns the change to the realtime database that makes browsers reload a company's lists, on
 * every screen that shows them.
 */
export function companyChanged(companyId: string | null, now: number): RealtimeChanges {
  return companyId === null ? {} : { [`companies/${companyId}/rev`]: nextRev(now) };
}

/**
 * Like `companyChanged`, but for all companies to which the given records belong, once per company.
 */
export function companiesChanged(
  things: readonly { companyId: string | null }[],
  now: number,
): RealtimeChanges {
  const ids = new Set(things.map(({ companyId }) => companyId));
  return Object.assign({}, ...[...ids].map((id) => companyChanged(id, now)));
}

export function companyMirror(
  company: { id: string; name: string; autoHalfMast: boolean },
  now: number,
): RealtimeChanges {
  return {
    [`companies/${company.id}/name`]: company.name,
    [`companies/${company.id}/autoHalfMast`]: company.autoHalfMast,
    ...companyChanged(company.id, now),
  };
}

export function locationMirror(location: {
  id: string;
  name: string;
  companyId: string;
  city: string;
  state: string;
}): RealtimeChanges {
  const path = `locations/${location.id}`;
  return {
    [`${path}/name`]: location.name,
    [`${path}/companyId`]: location.companyId,
    [`${path}/city`]: location.city,
    [`${path}/state`]: location.state,
  };
}

export function profileMirror(user: {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}): RealtimeChanges {
  const path = `users/${user.id}/profile`;
  return {
    [`${path}/user_id`]: user.id,
    [`${path}/email`]: user.email,
    [`${path}/first_name`]: user.first_name,
    [`${path}/last_name`]: user.last_name,
  };
}

export const hardwarePath = (flag: { ownerId: string; flagId: string }) =>
  `users/${flag.ownerId}/hardware/${flag.flagId}`;

export interface MirroredFlag {
  ownerId: string;
  flagId: string;
  companyId: string;
  locationId: string;
  moveTimeout: number | null;
  serverSteps: boolean;
  lock: FlagLock | null;
}

/**
 * Returns those values of a flag in the realtime database that the server writes, and not those
 * that the pole writes.
 */
export function flagMirror(flag: MirroredFlag): RealtimeChanges {
  const path = hardwarePath(flag);
  return {
    [`${path}/id`]: flag.flagId,
    [`${path}/companyId`]: flag.companyId,
    [`${path}/locationId`]: flag.locationId,
    [`${path}/moveTimeout`]: flag.moveTimeout,
    [`${path}/serverSteps`]: flag.serverSteps ? true : null,
    ...lockMirror(`${path}/lock`, flag.lock),
  };
}

/**
 * Returns the changes that move the data of a flag to a new flag ID: the server's fields, the
 * desired state and the command. The command is canceled, so that nothing waits for the new device.
 * The reports of the old device are left out.
 */
export function movedFlag(
  from: { ownerId: string; flagId: string },
  flag: MirroredFlag,
  { desired, command }: Pick<FlagRecord, 'desired' | 'command'>,
): RealtimeChanges {
  const path = hardwarePath(flag);
  const switches = Object.entries(desired).map(([field, state]) => [`${path}/${field}`, state]);
  return {
    [hardwarePath(from)]: null,
    ...flagMirror(flag),
    ...Object.fromEntries(switches),
    ...(command && closedCommand(`${path}/command`, command)),
  };
}

function closedCommand(path: string, { goal: _, after: __, ...command }: Command): RealtimeChanges {
  const closed = { outcome: 'cancelled', closedAt: sentAt(command) };
  return { ...leaves(path, closed), ...leaves(path, command) };
}

/**
 * Splits a value for the realtime database into single values by path. Leaves out undefined values.
 */
export function leaves(path: string, value: unknown): RealtimeChanges {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { [path]: value };
  if (typeof value !== 'object' || value === null) return {};
  const below = Object.entries(value).map(([name, child]) => leaves(`${path}/${name}`, child));
  return Object.assign({}, ...below);
}

function lockMirror(path: string, lock: FlagLock | null): RealtimeChanges {
  if (lock === null) return { [path]: null };
  return {
    [`${path}/reason`]: lock.reason,
    [`${path}/by`]: lock.by,
    [`${path}/byName`]: lock.byName,
    [`${path}/at`]: lock.at,
  };
}

/**
 * Returns the changes that set `access/{sid}`. The rules accept the session as long as this entry
 * exists.
 * @param granted `look` for a user who may not move poles
 */
export function accessMirror(sids: readonly string[], granted: boolean | 'look'): RealtimeChanges {
  return Object.fromEntries(sids.map((sid) => [`access/${sid}`, granted || null]));
}

/** Returns the value to store in `access/` for the sessions and API tokens of a user. */
export const accessOf = (mayMovePoles: boolean): true | 'look' => mayMovePoles || 'look';

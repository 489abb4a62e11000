import { type Command, type FlagLock, type FlagRecord, sentAt } from '@halyard/domain';
import type { RealtimeChanges, RealtimeValue } from '../../platform/database/tables/system.ts';

// This file derives the content of the realtime database from the relational database
// (decisions, "Who writes what").

/** Returns the owner key for the poles of a company in the realtime database. */
export const ownerOf = (companyId: string) => `company-${companyId}`;

/** The values of a record in the realtime database, by their path below the record. */
export type Fields = Record<string, RealtimeValue>;

const prefixed = (path: string, fields: Fields): RealtimeChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${path}/${name}`, value]));

let lastRev = 0;

/**
 * Returns a new revision number for a company's data, based on the time in microseconds since 1970.
 * Each number is greater than all earlier ones from this process.
 */
function nextRev(now: number): number {
  lastRev = Math.max(lastRev + 1, now * 1000 + Math.floor(Math.random() * 1000));
  return lastRev;
}

/**
 * Returns the realtime change that makes browsers reload any lists of the company that are on
 * screen.
 */
export function companyChanged(companyId: string | null, now: number): RealtimeChanges {
  return companyId === null ? {} : { [`companies/${companyId}/rev`]: nextRev(now) };
}

/**
 * Returns the result of `companyChanged` for each company that any of the given records belongs to.
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
    ...prefixed(`companies/${company.id}`, companyFields(company)),
    ...companyChanged(company.id, now),
  };
}

/** Returns a company's fields in the realtime database by path, except the revision. */
export const companyFields = (company: { name: string; autoHalfMast: boolean }): Fields => ({
  name: company.name,
  autoHalfMast: company.autoHalfMast,
});

interface MirroredLocation {
  name: string;
  companyId: string;
  city: string;
  state: string;
}

export const locationMirror = (location: MirroredLocation & { id: string }): RealtimeChanges =>
  prefixed(`locations/${location.id}`, locationFields(location));

/** Returns the fields of a location in the realtime database, by path. */
export const locationFields = (location: MirroredLocation): Fields => ({
  name: location.name,
  companyId: location.companyId,
  city: location.city,
  state: location.state,
});

interface MirroredUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}

export const profileMirror = (user: MirroredUser): RealtimeChanges =>
  prefixed(`users/${user.id}/profile`, profileFields(user));

/** Returns the fields of a user's profile in the realtime database, by path. */
export const profileFields = (user: MirroredUser): Fields => ({
  user_id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
});

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

/** Returns the server-owned values of a flag in the realtime database, by absolute path. */
export const flagMirror = (flag: MirroredFlag): RealtimeChanges =>
  prefixed(hardwarePath(flag), flagFields(flag));

/** Returns the server-owned fields of a flag in the realtime database, by path. */
export function flagFields(flag: MirroredFlag): Fields {
  return {
    id: flag.flagId,
    companyId: flag.companyId,
    locationId: flag.locationId,
    moveTimeout: flag.moveTimeout,
    serverSteps: flag.serverSteps ? true : null,
    ...lockFields(flag.lock),
  };
}

/**
 * Returns the changes that move a flag's data to a new flag ID, without the old device's reports.
 * Cancels the command, so that the new device does not execute it.
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
 * Flattens a value for the realtime database. Returns each nested string, number and boolean by
 * path, and leaves out null and undefined.
 */
export function leaves(path: string, value: unknown): RealtimeChanges {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { [path]: value };
  if (typeof value !== 'object' || value === null) return {};
  const below = Object.entries(value).map(([name, child]) => leaves(`${path}/${name}`, child));
  return Object.assign({}, ...below);
}

function lockFields(lock: FlagLock | null): Fields {
  if (lock === null) return { lock: null };
  return {
    'lock/reason': lock.reason,
    'lock/by': lock.by,
    'lock/byName': lock.byName,
    'lock/at': lock.at,
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

import { flagId as flagIdSchema, OWNER_TEXT, ownerKey, readRecord } from '@halyard/domain';
import { uniqueKey } from '../../../platform/database/text.ts';
import { isTooDeep } from '../../../platform/http/body.ts';

/** The maximum size of a Firebase export file in bytes. Enough for about 50,000 devices. */
export const MAX_EXPORT_BYTES = 50 * 1024 * 1024;
/** The maximum number of nested levels in a Firebase realtime database. */
const MAX_LEVELS = 32;

/** Thrown for a file that is not the export of a realtime database. The message says why. */
export class NoExport extends Error {
  override readonly name = 'NoExport';
}

export interface ExportedDevice {
  owner: string;
  flagId: string;
  name: string;
  /** Why the device is not imported. Null if it is imported. */
  refusal: string | null;
}

export interface ExportedOwner {
  owner: string;
  /** Whether the profile contained a password. The password itself is ignored. */
  hadPassword: boolean;
  devices: ExportedDevice[];
}

type Node = Record<string, unknown>;
const nodeAt = (value: unknown, key: string): Node => {
  const child = isNode(value) && Object.hasOwn(value, key) ? value[key] : null;
  return isNode(child) ? child : {};
};
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/**
 * Returns the devices in a Firebase export (`users/{owner}/hardware/{flagId}`,
 * `users/{owner}/profile`), sorted by owner. Ignores all other data in the file.
 * @throws NoExport if the file is not an export
 */
export function readExport(text: string): ExportedOwner[] {
  if (Buffer.byteLength(text) > MAX_EXPORT_BYTES)
    throw new NoExport('The file is larger than 50 MB.');
  if (isTooDeep(text, MAX_LEVELS))
    throw new NoExport(
      `The file is nested deeper than ${MAX_LEVELS} levels, so it is not an export.`,
    );
  const users = nodeAt(parsed(text), 'users');
  const holders = new Map<string, string>();
  const owners = Object.entries(users).map(([owner, user]): ExportedOwner => {
    const hardware = Object.entries(nodeAt(user, 'hardware'));
    return {
      owner,
      hadPassword: Object.hasOwn(nodeAt(user, 'profile'), 'password'),
      devices: hardware.map(([flagId, node]) => deviceOf(owner, flagId, node, holders)),
    };
  });
  if (owners.length === 0)
    throw new NoExport('There is no “users” in the file. Export the database from its root.');
  return owners;
}

/**
 * Checks one device of a Firebase export.
 * @param holders maps each flag ID found so far to its owner; this function adds the device's flag
 * ID
 */
function deviceOf(
  owner: string,
  flagId: string,
  node: unknown,
  holders: Map<string, string>,
): ExportedDevice {
  const key = uniqueKey(flagId);
  const holder = holders.get(key);
  const id = flagIdSchema.safeParse(flagId);
  const refusal = !ownerKey.safeParse(owner).success
    ? OWNER_TEXT
    : !id.success
      ? id.error.issues[0]!.message
      : holder !== undefined
        ? `This flag ID is also under ${holder}`
        : null;
  if (refusal === null) holders.set(key, owner);
  const name = readRecord(node).deviceName?.trim();
  return { owner, flagId, name: name || flagId, refusal };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoExport('The file is not JSON.');
  }
}

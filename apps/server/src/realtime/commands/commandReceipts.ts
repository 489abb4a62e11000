import {
  type ActivityChannel,
  type ActivityDetail,
  type Command,
  commandKey,
  givenAt,
  readRecord,
} from '@halyard/domain';
import type { AmendRequest } from '@halyard/realtime';
import type { FlagAddress } from '../tree/flagAddress.ts';
import type { TreeClient } from '../tree/tree.ts';
import { type FlagPlace, placeIn } from './flagPlace.ts';
import { movement } from './movement.ts';
import { severalAddresses } from './severalAddresses.ts';

/** The origin of a command or rejected write that was sent through the realtime database. */
export interface LiveOrigin {
  channel: Extract<ActivityChannel, 'live' | 'api'>;
  /**
   * The IP address that the command was sent from; null if unknown. If the same command was written
   * from several addresses, lists them, separated by commas.
   */
  address: string | null;
}

/** The server's record of a command, created when the realtime database receives the command. */
export interface Receipt {
  /** The unique number of the command. */
  seq: number;
  /** How the command was sent. Null if the server sent it, either on its own or for an API call. */
  channel: LiveOrigin['channel'] | null;
  address: string | null;
}

/**
 * The stored receipt of a command. It contains everything needed to log the command, even when the
 * command no longer exists.
 */
export interface StoredReceipt extends Receipt {
  flag: FlagAddress;
  place: FlagPlace | null;
  /** The key of the command (see {@link commandKey}). */
  key: string;
  command: { id: string; by: string; at: number };
  movement: ActivityDetail;
  /** The previous command of the flag and how it ended. Null if there was none. */
  before: (Pick<Command, 'outcome' | 'closedAt'> & { key: string }) | null;
}

interface Noted extends StoredReceipt {
  /** The sequence number of the change that contained the command. */
  order: number;
  origins: Pick<Receipt, 'channel' | 'address'>[];
}

/** The field of a flag that contains its command. */
const COMMAND = 'command';
/** The path of the receipts in the realtime database. No rule lets clients read or write it. */
const FOLDER = 'commandReceipts';

/**
 * Returns the channel of a command: `api` if it was sent with an API token, `live` if it was sent
 * in a user's session.
 */
export const channelOf = (auth: AmendRequest['auth']): LiveOrigin['channel'] =>
  typeof auth?.token.scope === 'string' ? 'api' : 'live';

/**
 * Stores a receipt in the same write as each command, so that a crash loses no command. The receipt
 * contains the IP address that the command came from. It is kept until the command's final entry is
 * in the activity log.
 */
export class CommandReceipts {
  /**
   * The receipts by flag and command, oldest first. A command that was sent several times has
   * several receipts.
   */
  readonly #noted = new Map<string, Noted[]>();
  #nextSeq: number | null = null;

  /**
   * Starts creating receipts.
   * @param firstSeq the first command number to use; must be greater than every number used before
   */
  begin(firstSeq: number): void {
    this.#nextSeq = firstSeq;
  }

  /** Returns a new, unique command number. */
  nextSeq(): number {
    if (this.#nextSeq === null) throw new TypeError('There are no receipts yet');
    return this.#nextSeq++;
  }

  /**
   * Creates a receipt for each command in an accepted write.
   * @returns the changes that store the receipts, to be applied together with the write
   */
  note(write: AmendRequest): Record<string, string> | undefined {
    const { auth, paths, remoteAddress } = write;
    // Poles send no commands, and their writes must not be delayed.
    if (this.#nextSeq === null || typeof auth?.token.flagId === 'string') return undefined;
    const origin =
      auth === null
        ? { channel: null, address: null }
        : { channel: channelOf(auth), address: remoteAddress };
    const stored: Record<string, string> = {};
    // Users write switches together with a command. In a write by the server, only `command`
    // counts.
    const giving =
      auth === null ? paths.filter(([, , , , field = COMMAND]) => field === COMMAND) : paths;
    for (const flag of flagsIn(giving)) {
      const noted = this.#noteFor(flag, write);
      if (noted === null) continue;
      if (!noted.origins.some((one) => isSame(one, origin))) noted.origins.push(origin);
      Object.assign(noted, originAmong(noted.origins));
      const { order: _, origins: __, ...receipt } = noted;
      stored[pathOf(noted.seq)] = JSON.stringify(receipt);
    }
    return Object.keys(stored).length > 0 ? stored : undefined;
  }

  /**
   * Returns the receipt for the command in a write to a flag. Null if the write contains no new
   * command.
   */
  #noteFor(flag: FlagAddress, { order, before, after }: AmendRequest): Noted | null {
    const path = ['users', flag.ownerId, 'hardware', flag.flagId];
    const commandIn = (at: typeof before) =>
      readRecord({ command: at([...path, COMMAND]) }).command;
    // Check this first, because most writes by the server contain no command.
    const command = commandIn(after);
    if (command === null || command.closedAt !== undefined) return null;
    const key = commandKey(command);
    const was = commandIn(before);
    const previous = was && { ...was, key: commandKey(was) };
    if (previous?.key === key) return null;
    const node = before(path);
    // A command that moves to a new flag ID together with its flag is not a new command.
    if (node === null) return null;
    const list = this.#noted.get(nameOf(flag, key)) ?? [];
    // Several writes may be parts of one change, such as those at a disconnect. The change contains
    // only one command.
    const known = list.find((one) => one.order === order);
    if (known) return known;
    const { outcome, closedAt } = previous ?? {};
    const noted: Noted = {
      seq: this.nextSeq(),
      channel: null,
      address: null,
      flag,
      place: placeIn(node),
      key,
      command: { id: command.id, by: command.by, at: givenAt(command) },
      movement: movement(readRecord(node).desired, readRecord(after(path))),
      before: previous && {
        key: previous.key,
        ...(outcome !== undefined && { outcome }),
        ...(closedAt !== undefined && { closedAt }),
      },
      order,
      origins: [],
    };
    this.#noted.set(nameOf(flag, key), [...list, noted]);
    return noted;
  }

  /**
   * Removes and returns the receipt of a stored command. Null if there is none. For several
   * commands, call this in the order in which they were stored.
   */
  take(flag: FlagAddress, command: Command): Receipt | null {
    const found = this.#noted.get(nameOf(flag, commandKey(command)))?.shift();
    if (found === undefined) return null;
    this.#forgetBefore(found.order);
    const { seq, channel, address } = found;
    return { seq, channel, address };
  }

  /** Forgets the receipts before the given one, because their writes were rolled back. */
  #forgetBefore(order: number): void {
    for (const [name, list] of this.#noted) {
      const left = list.filter((one) => one.order >= order);
      if (left.length === list.length && left.length > 0) return;
      if (left.length > 0) this.#noted.set(name, left);
      else this.#noted.delete(name);
    }
  }
}

/** Returns the stored receipts in the order in which their commands were received. */
export async function storedReceipts(tree: Pick<TreeClient, 'get'>): Promise<StoredReceipt[]> {
  // The value is an array if the realtime database treats the numbers as array indexes.
  const values = Object.values((await tree.get(FOLDER)) ?? {});
  return values
    .flatMap((value) => (typeof value === 'string' ? [JSON.parse(value) as StoredReceipt] : []))
    .sort((a, b) => a.seq - b.seq);
}

/** Removes command receipts that are no longer needed. */
export async function removeReceipts(
  tree: Pick<TreeClient, 'update'>,
  seqs: readonly number[],
): Promise<void> {
  await tree.update(Object.fromEntries(seqs.map((seq) => [pathOf(seq), null])));
}

const pathOf = (seq: number): string => `${FOLDER}/${seq}`;

const nameOf = ({ ownerId, flagId }: FlagAddress, key: string) => `${ownerId}/${flagId}/${key}`;

/** Returns the flags that a write to the realtime database changes. */
function flagsIn(paths: readonly (readonly string[])[]): Iterable<FlagAddress> {
  const flags = new Map<string, FlagAddress>();
  for (const [users, ownerId, hardware, flagId] of paths)
    if (users === 'users' && ownerId && hardware === 'hardware' && flagId)
      flags.set(`${ownerId}/${flagId}`, { ownerId, flagId });
  return flags.values();
}

/**
 * Combines the origins of several writes of the same command into one. Lists all of their IP
 * addresses, so that a later write cannot hide the address of an earlier one.
 */
function originAmong(origins: Noted['origins']): Noted['origins'][number] {
  const [first, ...others] = origins;
  if (first === undefined || others.length === 0) return first ?? { channel: null, address: null };
  const isApi = origins.every(({ channel }) => channel === 'api');
  const addresses = new Set(origins.map(({ address }) => address));
  return { channel: isApi ? 'api' : 'live', address: severalAddresses(addresses) };
}

const isSame = (one: Noted['origins'][number], other: Noted['origins'][number]): boolean =>
  one.channel === other.channel && one.address === other.address;

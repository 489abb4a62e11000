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

/** How a command, or a write that was refused, came over the realtime database. */
export interface LiveOrigin {
  channel: Extract<ActivityChannel, 'live' | 'api'>;
  /** Null: not known. Several, separated by commas, where it is one of these. */
  address: string | null;
}

/** What the server notes as the realtime database receives a command. */
export interface Receipt {
  /** The command's own number. */
  seq: number;
  /** Null: the server wrote it, on behalf of any caller. */
  channel: LiveOrigin['channel'] | null;
  address: string | null;
}

/** A receipt as it is stored, with all that an entry of the command needs once the command is gone. */
export interface StoredReceipt extends Receipt {
  flag: FlagAddress;
  place: FlagPlace | null;
  /** @see commandKey */
  key: string;
  command: { id: string; by: string; at: number };
  movement: ActivityDetail;
  /** What had become of the flag's command before it. */
  before: (Pick<Command, 'outcome' | 'closedAt'> & { key: string }) | null;
}

interface Noted extends StoredReceipt {
  /** Of the change that gave the command. */
  order: number;
  origins: Pick<Receipt, 'channel' | 'address'>[];
}

/** The field of a flag's node that holds its command. */
const COMMAND = 'command';
/** Where receipts are in the realtime database: no rule lets anyone read or write there. */
const FOLDER = 'commandReceipts';

/** Programs sign in with an API token, which has a scope; people with a session, which has none. */
export const channelOf = (auth: AmendRequest['auth']): LiveOrigin['channel'] =>
  typeof auth?.token.scope === 'string' ? 'api' : 'live';

/**
 * The receipt of each command, from the write that gives it until its last entry is in the activity log. It is
 * stored in that same write, so that a crash loses no command, and says from where the command's own request
 * came: where its author is connected from otherwise proves nothing.
 */
export class CommandReceipts {
  /** By flag and command; the oldest ones first. Those of one command that was given again in a row. */
  readonly #noted = new Map<string, Noted[]>();
  #nextSeq: number | null = null;

  /** From now on receipts are made. @param firstSeq a number above those of all commands */
  begin(firstSeq: number): void {
    this.#nextSeq = firstSeq;
  }

  /** A number for a command, which no other one has. */
  nextSeq(): number {
    if (this.#nextSeq === null) throw new TypeError('There are no receipts yet');
    return this.#nextSeq++;
  }

  /**
   * A write was accepted.
   * @returns what is to be stored with it: a receipt for each command that it gives
   */
  note(write: AmendRequest): Record<string, string> | undefined {
    const { auth, paths, remoteAddress } = write;
    // Poles give no commands, and must not wait.
    if (this.#nextSeq === null || typeof auth?.token.flagId === 'string') return undefined;
    const origin =
      auth === null
        ? { channel: null, address: null }
        : { channel: channelOf(auth), address: remoteAddress };
    const stored: Record<string, string> = {};
    // People's switches come with a command; of the server's own writes only those of a command do.
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

  /** The receipt of a command that a write has given to a flag; null where it gives none. */
  #noteFor(flag: FlagAddress, { order, before, after }: AmendRequest): Noted | null {
    const path = ['users', flag.ownerId, 'hardware', flag.flagId];
    const commandIn = (at: typeof before) =>
      readRecord({ command: at([...path, COMMAND]) }).command;
    // Looked at first: most of what the server itself writes gives no command.
    const command = commandIn(after);
    if (command === null || command.closedAt !== undefined) return null;
    const key = commandKey(command);
    const was = commandIn(before);
    const previous = was && { ...was, key: commandKey(was) };
    if (previous?.key === key) return null;
    const node = before(path);
    // One that comes along to a new flag ID is no new command.
    if (node === null) return null;
    const list = this.#noted.get(nameOf(flag, key)) ?? [];
    // Parts of one change, as what is left for the end of a connection, give one command.
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

  /** Takes the receipt of a command that is stored; null where there is none. To be called in the order of events. */
  take(flag: FlagAddress, command: Command): Receipt | null {
    const found = this.#noted.get(nameOf(flag, commandKey(command)))?.shift();
    if (found === undefined) return null;
    this.#forgetBefore(found.order);
    const { seq, channel, address } = found;
    return { seq, channel, address };
  }

  /** Older ones that nobody has taken are of writes that were taken back. */
  #forgetBefore(order: number): void {
    for (const [name, list] of this.#noted) {
      const left = list.filter((one) => one.order >= order);
      if (left.length === list.length && left.length > 0) return;
      if (left.length > 0) this.#noted.set(name, left);
      else this.#noted.delete(name);
    }
  }
}

/** The receipts that are stored, in the order in which their commands were given. */
export async function storedReceipts(tree: Pick<TreeClient, 'get'>): Promise<StoredReceipt[]> {
  // An array where the realtime database takes the numbers for indexes.
  const values = Object.values((await tree.get(FOLDER)) ?? {});
  return values
    .flatMap((value) => (typeof value === 'string' ? [JSON.parse(value) as StoredReceipt] : []))
    .sort((a, b) => a.seq - b.seq);
}

/** Removes receipts that have done their service. */
export async function removeReceipts(
  tree: Pick<TreeClient, 'update'>,
  seqs: readonly number[],
): Promise<void> {
  await tree.update(Object.fromEntries(seqs.map((seq) => [pathOf(seq), null])));
}

const pathOf = (seq: number): string => `${FOLDER}/${seq}`;

const nameOf = ({ ownerId, flagId }: FlagAddress, key: string) => `${ownerId}/${flagId}/${key}`;

/** The flags that a write is about. */
function flagsIn(paths: readonly (readonly string[])[]): Iterable<FlagAddress> {
  const flags = new Map<string, FlagAddress>();
  for (const [users, ownerId, hardware, flagId] of paths)
    if (users === 'users' && ownerId && hardware === 'hardware' && flagId)
      flags.set(`${ownerId}/${flagId}`, { ownerId, flagId });
  return flags.values();
}

/** Nobody hides an address behind another one. */
function originAmong(origins: Noted['origins']): Noted['origins'][number] {
  const [first, ...others] = origins;
  if (first === undefined || others.length === 0) return first ?? { channel: null, address: null };
  const isApi = origins.every(({ channel }) => channel === 'api');
  const addresses = new Set(origins.map(({ address }) => address));
  return { channel: isApi ? 'api' : 'live', address: severalAddresses(addresses) };
}

const isSame = (one: Noted['origins'][number], other: Noted['origins'][number]): boolean =>
  one.channel === other.channel && one.address === other.address;

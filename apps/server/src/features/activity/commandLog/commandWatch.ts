import {
  type ActivityChannel,
  type ActivityDetail,
  type ActivityOutcome,
  type Command,
  commandKey,
  commandPhase,
  type FlagRecord,
  givenAt,
  sentAt,
} from '@halyard/domain';
import type { Receipt, StoredReceipt } from '../../../realtime/commands/commandReceipts.ts';
import type { FlagPlace } from '../../../realtime/commands/flagPlace.ts';
import { movement } from '../../../realtime/commands/movement.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';

/** A pending log entry: a command's outcome, a refusal, or a movement without a command. */
export interface Happening {
  kind: 'flag.command' | 'pole.moved' | 'live.write' | 'call.refused';
  /** The pole; null if the entry is not about exactly one pole. */
  address: FlagAddress | null;
  /**
   * The company and location that the pole belonged to, whose users may read the entry; null for
   * those at the time of writing.
   */
  place: FlagPlace | null;
  /** The command; null if the pole was moved by hand. */
  command: GivenCommand | null;
  outcome: ActivityOutcome;
  /** Time of the entry, in epoch milliseconds. */
  at: number;
  detail: ActivityDetail;
}

/** A command as the log identifies it, by values that the client cannot choose. */
export interface GivenCommand {
  /** The ID chosen by the client, which may have used the same ID before. */
  id: string;
  by: string;
  /** When the command was received, in epoch milliseconds. */
  at: number;
  /**
   * Distinguishes commands by the same actor to the same flag in the same millisecond; null if the
   * command was refused.
   */
  seq: number | null;
  /**
   * The client's IP address, if the command came through the realtime database; null if unknown.
   */
  address: string | null;
  /**
   * The channel of the command; null to use the origin stored for the command's ID, or else the
   * realtime database.
   */
  channel: ActivityChannel | null;
  /** Whether a receipt for the command is stored. */
  hasReceipt: boolean;
}

/** What is already known about a command, mostly from its log entries. */
export interface Entered {
  seq: number;
  outcomes: ReadonlySet<string>;
  /** The requested change. */
  movement: ActivityDetail;
  origin: Origin;
  /**
   * The company and location that the pole belonged to when the command was received; absent for
   * the current ones.
   */
  place?: FlagPlace | null;
  hasReceipt?: true;
}

interface Known extends GivenCommand {
  key: string;
  place: FlagPlace | null;
  movement: ActivityDetail;
  isOpen: boolean;
  entered: Set<string>;
}

interface Watched {
  address: FlagAddress;
  desired: FlagRecord['desired'];
  command: Known | null;
}

/** The command of a flag whose node was removed because the flag was deleted or got another ID. */
interface Gone {
  address: FlagAddress;
  command: Known;
  /** When the node was removed, in epoch milliseconds. */
  since: number;
}

type Origin = Pick<GivenCommand, 'address' | 'channel'>;
type Received = Pick<Known, 'seq' | 'place' | 'hasReceipt'> & Origin;
type ReceiptOf = (address: FlagAddress, command: Command) => Receipt | null;
type PlaceOf = (address: FlagAddress) => FlagPlace | null;

export const TAKEN_AWAY = 'the flag was deleted';

const UNKNOWN: Origin = { address: null, channel: null };

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Creates log entries for commands by comparing successive live states of their flags: one when a
 * command ends, and an earlier one if the command is not confirmed in time.
 */
export class CommandWatch {
  readonly #receiptOf: ReceiptOf;
  readonly #placeOf: PlaceOf;
  readonly #nextSeq: () => number;
  readonly #flags = new Map<string, Watched>();
  /** Flags whose command has not ended yet. */
  readonly #open = new Map<string, Watched>();
  #gone: Gone[] = [];

  /**
   * @param receiptOf removes and returns the receipt that the realtime database created for a
   * command; null if there is none
   * @param placeOf returns the company and location that a pole belongs to; null if unknown
   * @param nextSeq returns an unused number for a command without a receipt
   */
  constructor(receiptOf: ReceiptOf, placeOf: PlaceOf, nextSeq: () => number) {
    this.#receiptOf = receiptOf;
    this.#placeOf = placeOf;
    this.#nextSeq = nextSeq;
  }

  /**
   * Starts watching a flag from its current state.
   * @param entered what is already known about the flag's command
   */
  begin(address: FlagAddress, record: FlagRecord, entered: Entered | null): void {
    const { command, desired } = record;
    const seq = entered?.seq ?? this.#nextSeq();
    const asked = entered?.movement ?? movement(null, record);
    const { origin = UNKNOWN, place = this.#placeOf(address), hasReceipt = false } = entered ?? {};
    const known = command && knownOf(command, asked, { seq, ...origin, place, hasReceipt });
    for (const outcome of entered?.outcomes ?? []) known?.entered.add(outcome);
    this.#keep({ address, desired, command: known });
  }

  /** Returns the entries that result from a flag's new state. @param now epoch milliseconds */
  look(address: FlagAddress, record: FlagRecord, now: number): Happening[] {
    const key = keyOf(address);
    const before = this.#flags.get(key);
    const { command, desired } = record;
    const told: Happening[] = [];
    let known = before?.command ?? null;
    if (known?.key !== (command ? commandKey(command) : undefined)) {
      if (known?.isOpen && command) told.push(...tell(address, known, 'replaced', now));
      else if (known) this.#gone.push({ address, command: known, since: now });
      known =
        command &&
        (this.#renamed(command) ??
          knownOf(
            command,
            movement(before?.desired ?? null, record),
            this.#received(address, command),
          ));
    }
    const watched = { address, desired, command: known };
    this.#keep(watched);
    return [...told, ...outcomeOf(watched, record, now)];
  }

  /**
   * Returns the entries that result from the passing of time: commands that were not confirmed in
   * time.
   * @param recordOf returns the current state of a flag
   */
  tick(recordOf: (address: FlagAddress) => FlagRecord, now: number): Happening[] {
    return [...this.#open.values()].flatMap((watched) =>
      outcomeOf(watched, recordOf(watched.address), now),
    );
  }

  /**
   * Returns the entries of open commands whose flags were removed. Call it after a change to the
   * tree, not during one, because changing a flag's ID removes the old node and adds a new one.
   */
  takenAway(): Happening[] {
    return this.#gone
      .splice(0)
      .filter(({ command }) => command.isOpen)
      .flatMap(({ address, command, since }) =>
        tell(address, command, 'cancelled', since, TAKEN_AWAY),
      );
  }

  /**
   * Returns the command, including its entries, that moved along with a flag to the flag's new ID;
   * null if there is none.
   */
  #renamed(command: Command): Known | null {
    const key = commandKey(command);
    const found = this.#gone.find((one) => one.command.key === key);
    if (!found) return null;
    this.#gone = this.#gone.filter((one) => one !== found);
    return found.command;
  }

  #received(address: FlagAddress, command: Command): Received {
    const receipt = this.#receiptOf(address, command);
    return {
      ...(receipt ?? { seq: this.#nextSeq(), ...UNKNOWN }),
      place: this.#placeOf(address),
      hasReceipt: receipt !== null,
    };
  }

  #keep(watched: Watched): void {
    const key = keyOf(watched.address);
    this.#flags.set(key, watched);
    if (watched.command?.isOpen) this.#open.set(key, watched);
    else this.#open.delete(key);
  }
}

/** Whether an entry with this outcome is a command's final one. */
export const isLast = (outcome: string): boolean =>
  outcome !== 'not-confirmed' && outcome !== 'no-feedback';

/**
 * Returns the final entry of a command that is no longer in the realtime database, unless that
 * entry is already logged.
 * @param moment when the command ended, in epoch milliseconds
 */
export function endOf(
  { flag, place, command, seq, address, channel, movement }: StoredReceipt,
  entered: Iterable<string>,
  outcome: ActivityOutcome,
  moment: number,
  cause?: string,
): Happening[] {
  const received = { seq, address, channel, place, hasReceipt: true };
  const known = { ...command, ...received, movement, entered: new Set(entered) };
  return tell(flag, known, outcome, moment, cause);
}

/** Returns the entry for a pole moved by hand; null if this was only the pole's first report. */
export function movedByHand(
  address: FlagAddress,
  place: FlagPlace | null,
  record: FlagRecord,
  changes: Partial<FlagRecord['desired']>,
  now: number,
): Happening | null {
  if (Object.keys(record.desired).length === 0) return null;
  const detail = movement(record.desired, {
    ...record,
    desired: { ...record.desired, ...changes },
    command: null,
  });
  return { kind: 'pole.moved', address, place, command: null, outcome: 'done', at: now, detail };
}

const knownOf = (command: Command, movement: ActivityDetail, received: Received): Known => ({
  key: commandKey(command),
  id: command.id,
  by: command.by,
  at: givenAt(command),
  ...received,
  movement,
  isOpen: true,
  entered: new Set(),
});

function outcomeOf(
  { address, command: known }: Watched,
  record: FlagRecord,
  now: number,
): Happening[] {
  const { command } = record;
  if (!known?.isOpen || !command || commandKey(command) !== known.key) return [];
  if (command.closedAt !== undefined) {
    known.isOpen = false;
    const { outcome = 'confirmed', closedAt } = command;
    return tell(
      address,
      known,
      outcome,
      closedAt,
      outcome === 'cancelled' ? whyCancelled(command) : undefined,
    );
  }
  const phase = commandPhase(record, now);
  if (phase === 'not-confirmed') return tell(address, known, phase, now);
  // Commands to a pole that never reports are never pending, so do not wait until they lapse.
  const isLate = now - sentAt(command) >= record.moveTimeout * 1000;
  return phase === 'none' && isLate ? tell(address, known, 'no-feedback', now) : [];
}

/**
 * Whether a command moved along with its flag to a new flag ID: it was closed at the time it was
 * sent.
 */
export const cameAlong = (command: Command): boolean => command.closedAt === sentAt(command);

const whyCancelled = (command: Command): string =>
  cameAlong(command) ? 'the flag ID was changed' : 'locked for maintenance';

/**
 * Creates a command's log entry for an outcome, unless it exists. The first entry has the time of
 * the command, later entries have the time of the outcome.
 */
function tell(
  address: FlagAddress,
  known: Omit<Known, 'key' | 'isOpen'>,
  outcome: ActivityOutcome,
  moment: number,
  cause?: string,
): Happening[] {
  if (known.entered.has(outcome)) return [];
  const at = known.entered.size === 0 ? known.at : moment;
  known.entered.add(outcome);
  const { id, by, seq, address: from, channel, hasReceipt, place, movement } = known;
  const seconds = Math.max(0, moment - known.at) / 1000;
  const detail = { ...movement, seconds, ...(cause !== undefined && { cause }) };
  const command = { id, by, at: known.at, seq, address: from, channel, hasReceipt };
  return [{ kind: 'flag.command', address, place, command, outcome, at, detail }];
}

import {
  type ActivityChannel,
  type ActivityDetail,
  type ActivityOutcome,
  type Command,
  commandKey,
  commandPhase,
  type FlagRecord,
  givenAt,
  nextChangeAt,
  sentAt,
} from '@halyard/domain';
import { DueTimes } from '../../../platform/jobs/dueTimes.ts';
import type { Receipt, StoredReceipt } from '../../../realtime/commands/commandReceipts.ts';
import type { FlagPlace } from '../../../realtime/commands/flagPlace.ts';
import { movement } from '../../../realtime/commands/movement.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';

/**
 * A log entry that has not been written yet: a command's outcome, a rejected request, or a move
 * without a command.
 */
export interface Happening {
  kind: 'flag.command' | 'pole.moved' | 'live.write' | 'call.refused';
  /** The pole that the log entry is about. Null if the entry is about several poles or none. */
  address: FlagAddress | null;
  /**
   * The company and location whose users may read the log entry. Null to use the company and
   * location that the pole belongs to when the entry is written.
   */
  place: FlagPlace | null;
  /** The command that the log entry is about. Null if the pole was moved by hand. */
  command: GivenCommand | null;
  outcome: ActivityOutcome;
  /** The time of the log entry, in epoch milliseconds. */
  at: number;
  detail: ActivityDetail;
}

/**
 * A command, with the values that distinguish it in the log from other commands with the same ID.
 */
export interface GivenCommand {
  /** The command's ID, which the client chose and may have used before. */
  id: string;
  by: string;
  /** The time when the server received the command, in epoch milliseconds. */
  at: number;
  /**
   * The number that distinguishes commands that the same actor sends to the same flag in the same
   * millisecond. Null if the command was refused.
   */
  seq: number | null;
  /**
   * The IP address of the client, if the command came through the realtime database. Null if the
   * address is unknown.
   */
  address: string | null;
  /**
   * The channel through which the command was sent. Null if it must be looked up by the command's
   * ID. If no channel is stored for that ID, the command came through the realtime database.
   */
  channel: ActivityChannel | null;
  /**
   * Whether the database still contains the command's receipt, which says what was requested and
   * from where.
   */
  hasReceipt: boolean;
}

/** What the database already contains about a command: its receipt and the outcomes in the log. */
export interface Entered {
  seq: number;
  outcomes: ReadonlySet<string>;
  /** The change that the command requested. */
  movement: ActivityDetail;
  origin: Origin;
  /**
   * The company and location that the pole belonged to when the command was received. Defaults to
   * the pole's current company and location.
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

/**
 * A command that is no longer in the realtime database, because its flag was deleted or its flag ID
 * changed.
 */
interface Gone {
  address: FlagAddress;
  command: Known;
  /**
   * The time when the flag's data was removed from the realtime database, in epoch milliseconds.
   */
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
 * Creates log entries for commands by comparing the live data of their flags before and after each
 * change. Each command gets an entry when it ends. A command that is not confirmed in time gets an
 * additional entry when its time is up.
 */
export class CommandWatch {
  readonly #receiptOf: ReceiptOf;
  readonly #placeOf: PlaceOf;
  readonly #nextSeq: () => number;
  readonly #flags = new Map<string, Watched>();
  /** The times when flags with pending commands must be checked again. */
  readonly #times = new DueTimes<string>();
  #gone: Gone[] = [];

  /**
   * Creates the object that watches flags for commands.
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
   * Starts watching a flag's command.
   * @param entered what the log already contains about the command; null if nothing
   */
  begin(address: FlagAddress, record: FlagRecord, entered: Entered | null): void {
    const { command, desired } = record;
    const seq = entered?.seq ?? this.#nextSeq();
    const asked = entered?.movement ?? movement(null, record);
    const { origin = UNKNOWN, place = this.#placeOf(address), hasReceipt = false } = entered ?? {};
    const known = command && knownOf(command, asked, { seq, ...origin, place, hasReceipt });
    for (const outcome of entered?.outcomes ?? []) known?.entered.add(outcome);
    // The next tick finds out what happened in the meantime.
    this.#keep({ address, desired, command: known }, 0);
  }

  /**
   * Returns the log entries that result from a change to a flag's data. @param now epoch
   * milliseconds
   */
  look(address: FlagAddress, record: FlagRecord, now: number): Happening[] {
    const key = keyOf(address);
    const before = this.#flags.get(key);
    const { command, desired } = record;
    const entries: Happening[] = [];
    let known = before?.command ?? null;
    if (known?.key !== (command ? commandKey(command) : undefined)) {
      if (known?.isOpen && command) entries.push(...outcomeEntry(address, known, 'replaced', now));
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
    const outcome = outcomeOf(watched, record, now);
    this.#keep(watched, nextChangeAt(record, now));
    return [...entries, ...outcome];
  }

  /**
   * Returns the log entries for commands that were not confirmed in time.
   * @param recordOf returns a flag's current data
   */
  tick(recordOf: (address: FlagAddress) => FlagRecord, now: number): Happening[] {
    return this.#times.take(now).flatMap((key) => {
      const watched = this.#flags.get(key);
      if (!watched) return [];
      const record = recordOf(watched.address);
      const outcome = outcomeOf(watched, record, now);
      this.#keep(watched, nextChangeAt(record, now));
      return outcome;
    });
  }

  /**
   * Returns the log entries for pending commands whose flags were removed. Call this only after a
   * whole database change has been processed: when a flag ID changes, the flag is removed and then
   * added under its new ID.
   */
  takenAway(): Happening[] {
    return this.#gone
      .splice(0)
      .filter(({ command }) => command.isOpen)
      .flatMap(({ address, command, since }) =>
        outcomeEntry(address, command, 'cancelled', since, TAKEN_AWAY),
      );
  }

  /**
   * Returns the data about a command that was sent before its flag's ID changed, and removes this
   * data from `#gone`. Null if `#gone` does not contain the command.
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

  /**
   * Stores a flag's state for comparison after the next change.
   * @param lookAt when to check the flag's pending command again, even without a report (epoch
   * milliseconds)
   */
  #keep(watched: Watched, lookAt: number): void {
    const key = keyOf(watched.address);
    this.#flags.set(key, watched);
    if (watched.command?.isOpen) this.#times.set(key, lookAt);
    else this.#times.delete(key);
  }
}

/** Whether an entry with this outcome is the last log entry of a command. */
export const isLast = (outcome: string): boolean =>
  outcome !== 'not-confirmed' && outcome !== 'no-feedback';

/**
 * Returns the final log entry of a command that is no longer in the realtime database. Returns
 * nothing if the log already has this entry.
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
  return outcomeEntry(flag, known, outcome, moment, cause);
}

/**
 * Returns the log entry for a manual move of a pole. Null if this was the pole's first report,
 * which is not a move.
 */
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
    return outcomeEntry(
      address,
      known,
      outcome,
      closedAt,
      outcome === 'cancelled' ? whyCancelled(command) : undefined,
    );
  }
  const phase = commandPhase(record, now);
  if (phase === 'not-confirmed') return outcomeEntry(address, known, phase, now);
  // A command to a pole that never reports does not stay open, so log this outcome now.
  const isLate = now - sentAt(command) >= record.moveTimeout * 1000;
  return phase === 'none' && isLate ? outcomeEntry(address, known, 'no-feedback', now) : [];
}

/**
 * Whether the server canceled a command because its flag's ID changed. In such a command, the
 * server sets `closedAt` to the time when the command was sent.
 */
export const cameAlong = (command: Command): boolean => command.closedAt === sentAt(command);

const whyCancelled = (command: Command): string =>
  cameAlong(command) ? 'the flag ID was changed' : 'locked for maintenance';

/**
 * Creates the log entry for a command's outcome. Returns nothing if the log already has an entry
 * for this outcome. A command's first entry has the time of the command; later entries have the
 * time of the outcome.
 */
function outcomeEntry(
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

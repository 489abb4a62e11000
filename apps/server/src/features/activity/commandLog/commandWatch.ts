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

/** How a command ended, or was refused, or that nobody commanded: one entry of the log to be. */
export interface Happening {
  kind: 'flag.command' | 'pole.moved' | 'live.write' | 'call.refused';
  /** Null: of no one pole. */
  address: FlagAddress | null;
  /** Whose the pole was at that moment, which decides who reads the entry. Null: as it is at the entry. */
  place: FlagPlace | null;
  /** Null: the pole was moved by hand. */
  command: GivenCommand | null;
  outcome: ActivityOutcome;
  /** Epoch milliseconds under which it is entered. */
  at: number;
  detail: ActivityDetail;
}

/** A command as the log identifies it: by what its client cannot choose. */
export interface GivenCommand {
  /** As its client chose it, possibly not for the first time. */
  id: string;
  by: string;
  /** Epoch milliseconds at which it was received. */
  at: number;
  /** Tells commands apart that one actor gave one flag within a millisecond; null: refused ones. */
  seq: number | null;
  /** From which it came over the realtime database; null where that is not known. */
  address: string | null;
  /** The way it came; null: over the realtime database, or as the origin of its id says. */
  channel: ActivityChannel | null;
  /** Whether its receipt is stored beside it. */
  hasReceipt: boolean;
}

/** What the log has of a command already. */
export interface Entered {
  seq: number;
  outcomes: ReadonlySet<string>;
  /** What it asked for. */
  movement: ActivityDetail;
  origin: Origin;
  /** Whose the pole was when it was received; absent: whose it is now. */
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

/** The command of a flag whose node is gone: the flag has been deleted, or has another ID now. */
interface Gone {
  address: FlagAddress;
  command: Known;
  /** Epoch milliseconds. */
  since: number;
}

type Origin = Pick<GivenCommand, 'address' | 'channel'>;
type Received = Pick<Known, 'seq' | 'place' | 'hasReceipt'> & Origin;
type ReceiptOf = (address: FlagAddress, command: Command) => Receipt | null;
type PlaceOf = (address: FlagAddress) => FlagPlace | null;

export const TAKEN_AWAY = 'the flag was taken away';

const UNKNOWN: Origin = { address: null, channel: null };

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Makes of flags' live states, seen one after the other, what there is to tell of their commands: each
 * once by how it ended, and once before, where it is not confirmed in its time.
 */
export class CommandWatch {
  readonly #receiptOf: ReceiptOf;
  readonly #placeOf: PlaceOf;
  readonly #nextSeq: () => number;
  readonly #flags = new Map<string, Watched>();
  /** Those whose outcome is yet to come. */
  readonly #open = new Map<string, Watched>();
  #gone: Gone[] = [];

  /**
   * @param receiptOf takes the receipt that the realtime database made of a command; null: it made none
   * @param placeOf whose a pole is now; null where that is not known
   * @param nextSeq a number that no command has, for one without a receipt
   */
  constructor(receiptOf: ReceiptOf, placeOf: PlaceOf, nextSeq: () => number) {
    this.#receiptOf = receiptOf;
    this.#placeOf = placeOf;
    this.#nextSeq = nextSeq;
  }

  /** Takes a flag's present state for its first one. @param entered what the log has of its command */
  begin(address: FlagAddress, record: FlagRecord, entered: Entered | null): void {
    const { command, desired } = record;
    const seq = entered?.seq ?? this.#nextSeq();
    const asked = entered?.movement ?? movement(null, record);
    const { origin = UNKNOWN, place = this.#placeOf(address), hasReceipt = false } = entered ?? {};
    const known = command && knownOf(command, asked, { seq, ...origin, place, hasReceipt });
    for (const outcome of entered?.outcomes ?? []) known?.entered.add(outcome);
    this.#keep({ address, desired, command: known });
  }

  /** What a flag's new state tells. @param now epoch milliseconds */
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

  /** What time alone tells: who has not followed. @param recordOf a flag's present state */
  tick(recordOf: (address: FlagAddress) => FlagRecord, now: number): Happening[] {
    return [...this.#open.values()].flatMap((watched) =>
      outcomeOf(watched, recordOf(watched.address), now),
    );
  }

  /**
   * The open commands of flags that were taken away. To be asked after a change of the tree, not within
   * it: a flag that has another ID now is gone from one place and in another one by the same change.
   */
  takenAway(): Happening[] {
    return this.#gone
      .splice(0)
      .filter(({ command }) => command.isOpen)
      .flatMap(({ address, command, since }) =>
        tell(address, command, 'cancelled', since, TAKEN_AWAY),
      );
  }

  /** The command that came along with a flag under its new ID: it has its entries already. */
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

/** Whether nothing more becomes of a command that has an entry with this outcome. */
export const isLast = (outcome: string): boolean =>
  outcome !== 'not-confirmed' && outcome !== 'no-feedback';

/** How a command ended that is in the realtime database no more. @param moment epoch milliseconds of its end */
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

/** A pole that was moved by hand; null where it has only told for the first time how it stands. */
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
  // One that reports nothing is never pending: nobody need wait until the command is given up.
  const isLate = now - sentAt(command) >= record.moveTimeout * 1000;
  return phase === 'none' && isLate ? tell(address, known, 'no-feedback', now) : [];
}

/** Whether it came along to a new flag ID: it is closed as of the moment at which it was sent. */
export const cameAlong = (command: Command): boolean => command.closedAt === sentAt(command);

const whyCancelled = (command: Command): string =>
  cameAlong(command) ? 'the flag ID was changed' : 'locked for work at the pole';

/** The first word on a command stands where it was given, a later one where it came. */
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

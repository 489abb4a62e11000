import {
  type ActivityChannel,
  type ActivityDetail,
  type ActivityOutcome,
  type Command,
  commandKey,
  commandPhase,
  type FlagRecord,
  givenAt,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
  sentAt,
} from '@halyard/domain';
import type { FlagAddress } from '../../realtime/link.ts';

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

/** The company and location of a pole. */
export interface FlagPlace {
  companyId: string;
  locationId: string | null;
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
}

/** What the log has of a command already. */
export interface Entered {
  seq: number;
  outcomes: ReadonlySet<string>;
  /** What it asked for. */
  movement: ActivityDetail;
  origin: Origin;
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
type OriginOf = (address: FlagAddress, command: Command) => Origin | null;
type PlaceOf = (address: FlagAddress) => FlagPlace | null;

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Makes of flags' live states, seen one after the other, what there is to tell of their commands: each
 * once by how it ended, and once before, where it is not confirmed in its time.
 */
export class CommandWatch {
  readonly #originOf: OriginOf;
  readonly #placeOf: PlaceOf;
  readonly #nextSeq: () => number;
  readonly #flags = new Map<string, Watched>();
  /** Those whose outcome is yet to come. */
  readonly #open = new Map<string, Watched>();
  #gone: Gone[] = [];

  /**
   * @param originOf from where the realtime database received a command; null where that is not known
   * @param placeOf whose a pole is now; null where that is not known
   * @param nextSeq a number that no command in the log has
   */
  constructor(originOf: OriginOf, placeOf: PlaceOf, nextSeq: () => number) {
    this.#originOf = originOf;
    this.#placeOf = placeOf;
    this.#nextSeq = nextSeq;
  }

  /** Takes a flag's present state for its first one. @param entered what the log has of its command */
  begin(address: FlagAddress, record: FlagRecord, entered: Entered | null): void {
    const { command, desired } = record;
    const seq = entered?.seq ?? this.#nextSeq();
    const asked = entered?.movement ?? movement(null, record);
    // The log remembers from where a command came that was received before a restart.
    const origin = entered ? { ...entered.origin, place: this.#placeOf(address) } : null;
    const known =
      command && knownOf(command, asked, { seq, ...(origin ?? this.#from(address, command)) });
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
          knownOf(command, movement(before?.desired ?? null, record), {
            seq: this.#nextSeq(),
            ...this.#from(address, command),
          }));
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
        tell(address, command, 'cancelled', since, 'the flag was taken away'),
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

  #from(address: FlagAddress, command: Command): Origin & Pick<Known, 'place'> {
    const origin = this.#originOf(address, command) ?? { address: null, channel: null };
    return { ...origin, place: this.#placeOf(address) };
  }

  #keep(watched: Watched): void {
    const key = keyOf(watched.address);
    this.#flags.set(key, watched);
    if (watched.command?.isOpen) this.#open.set(key, watched);
    else this.#open.delete(key);
  }
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

const knownOf = (
  command: Command,
  movement: ActivityDetail,
  { seq, address, channel, place }: Pick<Known, 'seq' | 'place'> & Origin,
): Known => ({
  key: commandKey(command),
  id: command.id,
  by: command.by,
  at: givenAt(command),
  seq,
  address,
  channel,
  place,
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

/** A command that comes along to a new flag ID is closed as of the moment at which it was sent. */
const whyCancelled = (command: Command): string =>
  command.closedAt === sentAt(command) ? 'the flag ID was changed' : 'locked for work at the pole';

/** The first word on a command stands where it was given, a later one where it came. */
function tell(
  address: FlagAddress,
  known: Known,
  outcome: ActivityOutcome,
  moment: number,
  cause?: string,
): Happening[] {
  if (known.entered.has(outcome)) return [];
  const at = known.entered.size === 0 ? known.at : moment;
  known.entered.add(outcome);
  const { id, by, seq, address: from, channel, place, movement } = known;
  const seconds = Math.max(0, moment - known.at) / 1000;
  const detail = { ...movement, seconds, ...(cause !== undefined && { cause }) };
  const command = { id, by, at: known.at, seq, address: from, channel };
  return [{ kind: 'flag.command', address, place, command, outcome, at, detail }];
}

/** What a command asks for, by what was desired before it; that is not known at a start. */
function movement(
  before: FlagRecord['desired'] | null,
  { desired, command }: Pick<FlagRecord, 'desired' | 'command'>,
): ActivityDetail {
  const position =
    command?.goal ?? POSITIONS.find((one) => desired[POSITION_SWITCHES[one]] === true) ?? null;
  const lamp = desired.lamp ?? false;
  if (before === null) return desired.lamp === undefined ? { position } : { position, lamp };
  const isMoved =
    command?.goal !== undefined ||
    POSITION_FIELDS.some((field) => (desired[field] ?? false) !== (before[field] ?? false));
  const isLit = lamp !== (before.lamp ?? false);
  // Asked for once more, what is desired already is that position.
  return { ...((isMoved || !isLit) && { position }), ...(isLit && { lamp }) };
}

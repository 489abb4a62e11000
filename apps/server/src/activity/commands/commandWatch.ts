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
}

/** What the log has of a command already. */
export interface Entered {
  seq: number;
  outcomes: ReadonlySet<string>;
  /** What it asked for. */
  movement: ActivityDetail;
}

interface Known extends GivenCommand {
  key: string;
  movement: ActivityDetail;
  isOpen: boolean;
  entered: Set<string>;
}

interface Watched {
  address: FlagAddress;
  desired: FlagRecord['desired'];
  command: Known | null;
}

type Origin = Pick<GivenCommand, 'address' | 'channel'>;
type OriginOf = (address: FlagAddress, command: Command) => Origin | null;

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Makes of flags' live states, seen one after the other, what there is to tell of their commands: each
 * once by how it ended, and once before, where it is not confirmed in its time.
 */
export class CommandWatch {
  readonly #originOf: OriginOf;
  readonly #nextSeq: () => number;
  readonly #flags = new Map<string, Watched>();
  /** Those whose outcome is yet to come. */
  readonly #open = new Map<string, Watched>();

  /**
   * @param originOf from where the realtime database received a command; null where that is not known
   * @param nextSeq a number that no command in the log has
   */
  constructor(originOf: OriginOf, nextSeq: () => number) {
    this.#originOf = originOf;
    this.#nextSeq = nextSeq;
  }

  /** Takes a flag's present state for its first one. @param entered what the log has of its command */
  begin(address: FlagAddress, record: FlagRecord, entered: Entered | null): void {
    const { command, desired } = record;
    const seq = entered?.seq ?? this.#nextSeq();
    const asked = entered?.movement ?? movement(null, record);
    const known = command && knownOf(command, asked, { seq, ...this.#origin(address, command) });
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
      else if (known?.isOpen)
        told.push(...tell(address, known, 'cancelled', now, 'the flag was taken away'));
      known =
        command &&
        knownOf(command, movement(before?.desired ?? null, record), {
          seq: this.#nextSeq(),
          ...this.#origin(address, command),
        });
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

  #origin(address: FlagAddress, command: Command): Origin {
    return this.#originOf(address, command) ?? { address: null, channel: null };
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
  return { kind: 'pole.moved', address, command: null, outcome: 'done', at: now, detail };
}

const knownOf = (
  command: Command,
  movement: ActivityDetail,
  { seq, address, channel }: Pick<GivenCommand, 'seq'> & Origin,
): Known => ({
  key: commandKey(command),
  id: command.id,
  by: command.by,
  at: givenAt(command),
  seq,
  address,
  channel,
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
    const cause = outcome === 'cancelled' ? 'locked for work at the pole' : undefined;
    return tell(address, known, outcome, closedAt, cause);
  }
  const phase = commandPhase(record, now);
  if (phase === 'not-confirmed') return tell(address, known, phase, now);
  // One that reports nothing is never pending: nobody need wait until the command is given up.
  const isLate = now - sentAt(command) >= record.moveTimeout * 1000;
  return phase === 'none' && isLate ? tell(address, known, 'no-feedback', now) : [];
}

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
  const { id, by, seq, address: from, channel, movement } = known;
  const seconds = Math.max(0, moment - known.at) / 1000;
  const detail = { ...movement, seconds, ...(cause !== undefined && { cause }) };
  const command = { id, by, at: known.at, seq, address: from, channel };
  return [{ kind: 'flag.command', address, command, outcome, at, detail }];
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

import type { Command, FlagRecord } from '@halyard/domain';
import type { Database } from '../../database/database.ts';
import type { LiveOrigin } from '../../realtime/commandReceipts.ts';
import type { FlagAddress } from '../../realtime/link.ts';
import type { LiveState } from '../../realtime/liveState.ts';
import type { RefusedWrite } from '../../realtime/refusedWrites.ts';
import { everyRound, type Rounds } from '../../rounds.ts';
import { askedFor } from './askedFor.ts';
import { CommandWatch, type FlagPlace, type Happening, movedByHand } from './commandWatch.ts';
import { enteredOf, enterHappenings, nextCommandSeq } from './enter.ts';
import { HandMovements } from './handMovements.ts';
import { type Refusal, Refusals } from './refusals.ts';

/** Milliseconds in which happenings are gathered: a master control over 10,000 poles is a few writes. */
const GATHER_MS = 200;
/** Entries in one transaction: SQLite holds up everyone else for so long. */
const AT_ONCE = 100;
/** Happenings kept while the database is away; the oldest go first. */
const MAX_WAITING = 100_000;
/** Milliseconds between looks at the clock. */
const TICK_MS = 1000;

export interface CommandLogParts {
  live: LiveState;
  db: Database;
  clock: () => number;
  /** From where the realtime database received a command; null where that is not known. */
  originOf(address: FlagAddress, command: Command): LiveOrigin | null;
  /**
   * Whether this process still has the realtime database. One that another process has taken over knows
   * nothing of what became of commands since.
   */
  isOwner(): Promise<boolean>;
  onError(error: unknown): void;
}

/**
 * Enters in the activity log what becomes of every command, whoever gave it in whatever way, and poles
 * that were moved by hand. Beside the way that a command takes: nobody waits for it.
 */
export class CommandLog {
  readonly #parts: CommandLogParts;
  readonly #watch: CommandWatch;
  readonly #refusals = new Refusals('live.write');
  readonly #movements = new HandMovements();
  readonly #rounds: Rounds[];
  readonly #unwatch: () => void;
  #waiting: Happening[] = [];

  /** @param firstSeq a number above those of all commands in the log */
  private constructor(parts: CommandLogParts, firstSeq: number) {
    this.#parts = parts;
    let seq = firstSeq;
    const { live, clock } = parts;
    const placeOf = (address: FlagAddress) => placeIn(live.raw(address));
    this.#watch = new CommandWatch(parts.originOf, placeOf, () => seq++);
    this.#unwatch = live.watch((address, record) =>
      this.#add(this.#watch.look(address, record, clock())),
    );
    this.#rounds = [
      everyRound(
        TICK_MS,
        async () => {
          this.#add(this.#watch.tick((address) => live.record(address), clock()));
          this.#add(this.#refusals.tick(clock()));
          this.#add(this.#movements.tick(clock()));
        },
        parts.onError,
      ),
      everyRound(GATHER_MS, () => this.#write(), parts.onError),
    ];
  }

  /** Begins where an earlier process ended: what that could not enter any more, is entered. */
  static async start(parts: CommandLogParts): Promise<CommandLog> {
    const { live, db, clock } = parts;
    const commands = [...live.all()].flatMap(({ address, record: { command } }) =>
      command ? [{ address, command }] : [],
    );
    const entered = await enteredOf(db.queries, commands);
    const log = new CommandLog(parts, await nextCommandSeq(db.queries));
    for (const { address } of live.all()) {
      const record = live.record(address);
      log.#watch.begin(address, record, record.command && entered(address, record.command));
      log.#add(log.#watch.look(address, record, clock()));
    }
    return log;
  }

  /** A pole was moved by hand, and what is desired of it follows by these changes. */
  moved(address: FlagAddress, record: FlagRecord, changes: Partial<FlagRecord['desired']>): void {
    const { live, clock } = this.#parts;
    const happening = movedByHand(address, placeIn(live.raw(address)), record, changes, clock());
    if (happening) this.#add(this.#movements.note(happening));
  }

  /** The realtime database's rules have refused a write. */
  refused(write: RefusedWrite): void {
    const { by, origin } = write;
    this.#refusals.note({ by, ...origin }, refusalsOf(write), this.#parts.clock());
  }

  /** Writes what is still waiting. */
  async stop(): Promise<void> {
    this.#unwatch();
    this.#add(this.#refusals.end());
    this.#add(this.#movements.end());
    for (const rounds of this.#rounds) await rounds.stop();
    await this.#write().catch(this.#parts.onError);
  }

  #add(happenings: readonly Happening[]): void {
    if (happenings.length === 0) return;
    this.#waiting.push(...happenings);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = this.#waiting.slice(-MAX_WAITING);
  }

  async #write(): Promise<void> {
    this.#add(this.#watch.takenAway());
    while (this.#waiting.length > 0 && (await this.#parts.isOwner())) {
      const some = this.#waiting.slice(0, AT_ONCE);
      await enterHappenings(this.#parts.db, some);
      const written = new Set(some);
      this.#waiting = this.#waiting.filter((happening) => !written.has(happening));
    }
  }
}

/** Whose a flag is by its node of the realtime database, as the rules know it. */
function placeIn(node: unknown): FlagPlace | null {
  const { companyId, locationId } = (node ?? {}) as Record<string, unknown>;
  if (typeof companyId !== 'string') return null;
  return { companyId, locationId: typeof locationId === 'string' ? locationId : null };
}

const BY_THE_RULES = 'not allowed by the rules of the realtime database';

/** What a write was about that the rules refused: each pole once. */
function refusalsOf(write: RefusedWrite): Refusal[] {
  if (write.poles.length === 0)
    return [{ kind: 'live.write', pole: null, detail: { cause: BY_THE_RULES } }];
  return write.poles.map((pole) => {
    const { states, isLocked } = write.of(pole);
    const cause = isLocked ? 'locked for work at the pole' : BY_THE_RULES;
    const detail = { ...(states && askedFor(states)), cause };
    return { kind: states ? 'flag.command' : 'live.write', pole, detail };
  });
}

import type { ImportKind, ImportState } from '@halyard/domain';
import type { Updateable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { ImportTable } from '../../../platform/database/tables/imports.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { Context, Services } from '../../calls/context.ts';
import { advance, Interrupted } from './importRows.ts';

/** How often, in ms, an import records that it is still running. */
const ALIVE_MS = 1000;

export interface RunParts {
  id: string;
  runner: string;
  kind: ImportKind;
  /** The secret for deriving device keys. */
  seed: string;
}

/** One run of an import in this process, with its progress. */
export class Run {
  readonly id: string;
  readonly runner: string;
  readonly kind: ImportKind;
  readonly seed: string;
  state: ImportState = 'waiting';
  total = 0;
  handled = 0;
  readonly #clock: () => number;
  #timer: NodeJS.Timeout | undefined;
  /**
   * Why the import must stop: the user has canceled it, this process is stopping, or another
   * process has taken it over.
   */
  #end: Error | null = null;

  constructor({ id, runner, kind, seed }: RunParts, clock: () => number) {
    this.id = id;
    this.runner = runner;
    this.kind = kind;
    this.seed = seed;
    this.#clock = clock;
  }

  enter(state: ImportState, total: number): void {
    this.state = state;
    this.total = total;
    this.handled = 0;
  }

  /**
   * Counts handled records, and stores the progress in the transaction that handles them.
   * @throws Canceled if the user canceled the import before its records were visible
   * @throws Interrupted if this process is stopping or another one has taken over
   */
  async handle(
    queries: Queries,
    count: number,
    changes: Updateable<ImportTable> = {},
  ): Promise<void> {
    this.proceed();
    const handled = this.handled + count;
    await advance(queries, this, { handled, alive_at: this.#clock(), ...changes });
    this.handled = handled;
  }

  /**
   * Checks that the import may continue.
   * @throws the reason why it must stop
   */
  proceed(): void {
    if (this.#end) throw this.#end;
  }

  interrupt(): void {
    this.#end ??= new Interrupted();
  }

  /**
   * Starts storing the import's progress at regular intervals, which also shows that the import is
   * still running.
   */
  beginBeat(db: Database): void {
    this.#timer = setInterval(() => {
      const { state, total, handled } = this;
      const alive = { alive_at: this.#clock(), state, total, handled };
      advance(db.queries, this, alive).catch((error: unknown) => {
        const isEnd = error instanceof Error && /^(Canceled|Interrupted)$/.test(error.name);
        if (isEnd) this.#end ??= error;
      });
    }, ALIVE_MS);
    this.#timer.unref();
  }

  endBeat(): void {
    clearInterval(this.#timer);
  }
}

/**
 * The user who started an import. Stored with the import, so that another process can finish the
 * import.
 */
export type Caller = Pick<Context, 'actor' | 'session' | 'origin'>;

export const callerOf = ({ actor, session, origin }: Context): Caller => ({
  actor,
  session,
  origin,
});

/** Returns the context of an import that another process has started. */
export const contextOf = (services: Services, caller: Caller): Context => ({
  db: services.db,
  link: services.link,
  get mailer() {
    return services.mailer;
  },
  clock: services.clock,
  domainClock: services.domainClock,
  log: services.log,
  ...caller,
});

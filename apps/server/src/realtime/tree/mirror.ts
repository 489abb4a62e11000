/**
 * One row of the outbox: the changes to the realtime database that one relational transaction
 * causes.
 */
export interface OutboxEntry {
  id: number;
  /**
   * The changes: a map from absolute paths to values, in which null removes a value. Applying them
   * twice has the same effect as applying them once.
   */
  changes: Record<string, unknown>;
}

export interface MirrorParts {
  /** Returns the oldest entries of the outbox. */
  pending(limit: number): Promise<OutboxEntry[]>;
  done(ids: readonly number[]): Promise<void>;
  /**
   * Applies an update of several paths to the realtime database atomically. Resolves when the
   * update is stored.
   */
  update(changes: Record<string, unknown>): Promise<void>;
  /** Whether an error from `update` means that the realtime database can never store the update. */
  isHopeless(error: unknown): boolean;
  /** Called when all waiting outbox entries have been applied. */
  onDrained(): void;
  /** Called when an outbox entry is skipped because the realtime database can never store it. */
  onSkipped(error: unknown): void;
}

/**
 * The maximum number of outbox entries to read at once, which limits memory use after a long
 * outage.
 */
const BATCH = 200;
/** The maximum number of realtime paths in a group of entries. An entry alone may have more. */
const GROUP_PATHS = 500;
/**
 * The maximum time in ms that a request waits for its change to reach the realtime database
 * (decision 6).
 */
const WAIT_MS = 2000;
/** How long, in ms, storing an update may take before the realtime database is considered stuck. */
const STUCK_MS = 10_000;
/**
 * The time in ms before a failed write is retried for the first time. It grows with each failure,
 * up to RETRY_MOST_MS.
 */
const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 30_000;

/**
 * Applies the outbox to the realtime database in order, one run at a time. Repeats failed attempts
 * until they succeed.
 */
export class Mirror {
  readonly #parts: MirrorParts;
  #running: Promise<void> | null = null;
  /** The next round; null if nobody waits for one. */
  #next: Round | null = null;
  #retryMs = RETRY_FIRST_MS;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  /** The error of the latest attempt to apply the outbox. Null if that attempt succeeded. */
  #fault: unknown = null;
  /** The number of outbox entries that have been applied. */
  #applied = 0;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  /**
   * Applies the waiting outbox entries now. Resolves when that is done, or after 2 s. Never throws.
   */
  async flush(): Promise<void> {
    await isDoneIn(WAIT_MS, this.#run());
  }

  /**
   * Applies the waiting outbox entries now. Resolves when that is done.
   * @throws the error of a failed write, or an error if no entry could be applied for 10 s
   */
  async applyAll(): Promise<void> {
    const all = this.#run();
    let before: number;
    do {
      before = this.#applied;
      if (!(await isDoneIn(STUCK_MS, all))) continue;
      if (this.#fault !== null) throw this.#fault;
      return;
    } while (this.#applied > before);
    throw new Error(`No change could be applied to the realtime database for ${STUCK_MS} ms.`);
  }

  /** Stops applying the outbox. Resolves when the entries that are being applied are finished. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Applies all entries that are in the outbox at the time of the call. Never throws. */
  #run(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    // The current round may have read the outbox before this caller's entry was added.
    this.#next ??= new Round();
    const { done } = this.#next;
    this.#running ??= this.#runRounds();
    return done;
  }

  async #runRounds(): Promise<void> {
    while (this.#next !== null) {
      const round = this.#next;
      this.#next = null;
      if (!this.#stopped) await this.#drain();
      round.end();
    }
    // Set in the same turn as the last check, so that no caller joins a run that has ended.
    this.#running = null;
  }

  async #drain(): Promise<void> {
    try {
      let entries: OutboxEntry[];
      let drained = false;
      do {
        entries = await this.#parts.pending(BATCH);
        for (const group of groupsOf(entries)) await this.#applyGroup(group);
        drained ||= entries.length > 0;
      } while (entries.length === BATCH);
      this.#fault = null;
      this.#retryMs = RETRY_FIRST_MS;
      if (drained) this.#parts.onDrained();
    } catch (error) {
      this.#fault = error;
      this.#retryLater();
    }
  }

  /**
   * Applies a group in one update and deletes its entries from the outbox. Skips an entry that the
   * realtime database can never store, because all later entries would otherwise wait forever.
   */
  async #applyGroup({ entries, changes }: Group): Promise<void> {
    try {
      await this.#parts.update(changes);
    } catch (error) {
      if (!this.#parts.isHopeless(error)) throw error;
      if (entries.length > 1) {
        for (const entry of entries) await this.#applyGroup({ entries: [entry], ...entry });
        return;
      }
      this.#parts.onSkipped(error);
    }
    await this.#parts.done(entries.map(({ id }) => id));
    this.#applied += entries.length;
  }

  #retryLater(): void {
    if (this.#stopped || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#run();
    }, this.#retryMs);
    this.#timer.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MOST_MS);
  }
}

/** One round of applying everything in the outbox, for which any number of callers wait. */
class Round {
  end: () => void = () => {};
  readonly done = new Promise<void>((resolve) => {
    this.end = resolve;
  });
}

/** Consecutive outbox entries that are applied in one update, which saves waiting for the stores. */
interface Group {
  entries: readonly OutboxEntry[];
  /** The changes of all entries. If two entries change the same path, the later one applies. */
  changes: OutboxEntry['changes'];
}

/**
 * Divides outbox entries into groups. No group has a path below another one of its paths, because
 * an update must not.
 */
function* groupsOf(entries: readonly OutboxEntry[]): Generator<Group> {
  let group: { entries: OutboxEntry[]; changes: OutboxEntry['changes'] } | null = null;
  /** All paths above those of the group. */
  let above = new Set<string>();
  for (const entry of entries) {
    const paths = Object.keys(entry.changes);
    const parents = paths.flatMap(pathsAbove);
    if (group !== null) {
      const { changes } = group;
      const fits = Object.keys(changes).length + paths.length <= GROUP_PATHS;
      const isNested =
        paths.some((path) => above.has(path)) ||
        parents.some((path) => Object.hasOwn(changes, path));
      if (!fits || isNested) {
        yield group;
        group = null;
      }
    }
    if (group === null) {
      group = { entries: [], changes: {} };
      above = new Set();
    }
    group.entries.push(entry);
    Object.assign(group.changes, entry.changes);
    for (const path of parents) above.add(path);
  }
  if (group !== null) yield group;
}

/** Returns the paths above a path, as in `a` and `a/b` for `a/b/c`. */
function pathsAbove(path: string): string[] {
  const keys = path.split('/');
  return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join('/'));
}

/** Returns whether `work` finishes within `ms` milliseconds. `work` must never reject. */
async function isDoneIn(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

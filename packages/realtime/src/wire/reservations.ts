/**
 * Keeps a hot path for the client whose transaction has just been refused as stale, until its next
 * try (protocol §10): without it 25 retries are soon used up. Others' transactions on the path wait
 * in line; each holds back its own connection's later requests.
 *
 * Against those who would keep a path to themselves: a reservation ends after its time, however
 * often its owner tries in vain meanwhile; and who let that time pass gets none until a transaction
 * of theirs has succeeded.
 */
export class Reservations<Owner extends object> {
  readonly #ms: number;
  readonly #held = new Map<string, Held<Owner>>();
  /** Those whose last reservation ended without a success of theirs. */
  readonly #idle = new WeakSet<Owner>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * Runs a compare-and-set at its turn: now (returns true) or once the path is free (false).
   * `attempt` answers whether it was refused as stale, which reserves the path for its owner.
   */
  run(path: string, owner: Owner, attempt: () => boolean, resume: () => void): boolean {
    const held = this.#held.get(path);
    if (held !== undefined && held.owner !== owner) {
      held.line.push({ owner, attempt, resume });
      return false;
    }
    if (held === undefined) this.#attempt(path, { owner, attempt, resume: () => {} }, []);
    else if (!attempt()) {
      this.#idle.delete(owner);
      if (this.#held.get(path) === held) this.#next(path);
    }
    return true;
  }

  /**
   * The owner no longer listens at the path: its transaction was given up. Counts as time let pass,
   * or a path could be held for most of the time by giving up again and again.
   */
  leave(path: string, owner: Owner): void {
    if (this.#held.get(path)?.owner !== owner) return;
    this.#idle.add(owner);
    this.#next(path);
  }

  /** Lets go of whatever a closed connection holds or waits for. */
  release(owner: Owner): void {
    for (const [path, held] of this.#held) {
      held.line = held.line.filter((waiting) => waiting.owner !== owner);
      if (held.owner === owner) this.#next(path);
    }
  }

  #attempt(path: string, first: Waiting<Owner>, line: Waiting<Owner>[]): void {
    let current: Waiting<Owner> | undefined = first;
    while (current !== undefined) {
      const { owner, resume } = current;
      const stale = current.attempt();
      if (!stale) this.#idle.delete(owner);
      else if (!this.#idle.has(owner)) {
        const timer = setTimeout(() => {
          this.#idle.add(owner);
          this.#next(path);
        }, this.#ms);
        this.#held.set(path, { owner, timer, line });
        resume();
        return;
      }
      resume();
      // What came in while it resumed may have reserved the path: then the rest joins that line.
      const other = this.#held.get(path);
      if (other !== undefined) {
        other.line.push(...line);
        return;
      }
      current = line.shift();
    }
  }

  #next(path: string): void {
    const held = this.#held.get(path);
    if (held === undefined) return;
    this.#end(path, held.timer);
    const next = held.line.shift();
    if (next !== undefined) this.#attempt(path, next, held.line);
  }

  #end(path: string, timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#held.delete(path);
  }
}

interface Held<Owner> {
  owner: Owner;
  timer: NodeJS.Timeout;
  line: Waiting<Owner>[];
}

interface Waiting<Owner> {
  owner: Owner;
  attempt: () => boolean;
  /** Lets the owner's connection go on with its later requests. */
  resume: () => void;
}

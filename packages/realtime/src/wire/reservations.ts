/**
 * Reserves a path for a client whose transaction there was just rejected as stale (protocol §10),
 * because the client retries at most 25 times. Other clients' transactions on the path wait.
 */
export class Reservations<Owner extends object> {
  readonly #ms: number;
  readonly #held = new Map<string, Held<Owner>>();
  /**
   * Clients that have had a reservation expire and have not completed a transaction since. They get
   * no new reservations.
   */
  readonly #idle = new WeakSet<Owner>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * Runs a transaction's write, or queues it if the path is reserved for another client.
   * @param attempt returns whether the write was rejected as stale, which reserves the path for its
   * client
   * @returns whether the write ran immediately
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
   * Ends a client's reservation of a path when the client stops listening there, because it has
   * then given up its transaction. Like an expired reservation, this keeps the client from
   * reserving paths until one of its transactions succeeds. Otherwise, it could block a path by
   * repeatedly reserving it and giving up.
   */
  leave(path: string, owner: Owner): void {
    if (this.#held.get(path)?.owner !== owner) return;
    this.#idle.add(owner);
    this.#next(path);
  }

  /** Removes all path reservations and waiting transactions of a closed connection. */
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
      // Requests handled in `resume` may have reserved the path. If so, the other waiting clients
      // join the new line.
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
  /**
   * Resumes the requests on the client's connection that were waiting for the client's transaction.
   */
  resume: () => void;
}

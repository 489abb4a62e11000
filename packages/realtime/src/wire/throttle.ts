interface ThrottleParts {
  /** The maximum number of unanswered messages before reading pauses. */
  requestsInFlight: number;
  /** The queue of the connection's messages, and whether it is waiting for its user's turn. */
  inbox: { readonly isWaiting: boolean };
  pause(): void;
  resume(): void;
}

/** Pauses reading from a client while the server cannot handle its messages. */
export class Throttle {
  readonly #parts: ThrottleParts;
  #inFlight = 0;
  /**
   * Number of credential checks in progress. Until they are done, the connection reads no messages.
   */
  #checks = 0;
  #paused = false;

  constructor(parts: ThrottleParts) {
    this.#parts = parts;
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  get isChecking(): boolean {
    return this.#checks > 0;
  }

  /** Counts a message that has arrived. */
  begin(): void {
    this.#inFlight++;
    this.update();
  }

  /** Counts a message as finished: it has been answered, or needs no answer. */
  end(): void {
    this.#inFlight--;
    this.update();
  }

  /**
   * Pauses reading while a credential is being checked.
   * @returns a function to call when the check is done
   */
  startCheck(): () => void {
    this.#checks++;
    this.update();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#checks--;
      this.update();
    };
  }

  /**
   * Pauses or resumes reading. Call this when the inbox begins or stops waiting for its user's turn.
   */
  update(): void {
    const { requestsInFlight, inbox } = this.#parts;
    const mustWait = this.#checks > 0 || inbox.isWaiting;
    if (!this.#paused && (mustWait || this.#inFlight > requestsInFlight)) {
      this.#paused = true;
      this.#parts.pause();
    } else if (this.#paused && !mustWait && this.#inFlight * 2 < requestsInFlight) {
      this.#paused = false;
      this.#parts.resume();
    }
  }
}

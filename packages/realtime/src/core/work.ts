/** The default stretch, in milliseconds. */
const STRETCH_MS = 5;
/** Milliseconds of work that may be owed at most, or pushes without end would let no request through. */
const MOST_OWED_MS = 500;
/** Milliseconds after which it is looked again whether what holds the work back is over. */
const LOOK_AGAIN_MS = 50;

/**
 * A share of the event loop: the requests of one person, over however many connections, take no more
 * of each second than this, so that everyone else's are answered meanwhile. Requests beyond the
 * share wait in one line and are handled in turn.
 */
export class Work {
  /** Milliseconds of work per millisecond; 1 or more is no limit. */
  readonly #share: number;
  readonly #isHeld: () => boolean;
  readonly #stretchMs: number;
  readonly #line: (() => void)[] = [];
  #left: number;
  #at = performance.now();
  #timer: NodeJS.Timeout | undefined;
  /** The next turn comes in the next round of the event loop. */
  #isRunning = false;

  /**
   * @param perSecond milliseconds of work in each second
   * @param isHeld whether nothing may be worked on for another reason
   * @param stretchMs milliseconds that may be worked at a stretch by someone who has been quiet
   */
  constructor(perSecond: number, isHeld: () => boolean, stretchMs = STRETCH_MS) {
    this.#share = perSecond / 1000;
    this.#isHeld = isHeld;
    this.#stretchMs = stretchMs;
    this.#left = stretchMs;
  }

  /** Requests, or connections with requests, that wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Whether nothing waits, and nothing that was worked counts any more. */
  get isIdle(): boolean {
    this.#refill();
    return this.#line.length === 0 && (this.#share >= 1 || this.#left >= this.#stretchMs);
  }

  /** Whether a request may be handled now. Those that wait come first. */
  get isFree(): boolean {
    return this.#line.length === 0 && this.#isReady();
  }

  /** Whether the share is used up. */
  get isSpent(): boolean {
    if (this.#share >= 1 || this.#left > 0) return false;
    this.#refill();
    return this.#left <= 0;
  }

  /** @param ms milliseconds that were worked */
  charge(ms: number): void {
    if (this.#share < 1) this.#left = Math.max(this.#left - ms, -MOST_OWED_MS);
  }

  /** Calls back when it is the caller's turn: to handle one request, and more while it is free. */
  wait(resume: () => void): void {
    this.#line.push(resume);
    this.#schedule();
  }

  #isReady(): boolean {
    if (this.#share < 1) this.#refill();
    return !this.isSpent && !this.#isHeld();
  }

  #refill(): void {
    const now = performance.now();
    this.#left = Math.min(this.#stretchMs, this.#left + (now - this.#at) * this.#share);
    this.#at = now;
  }

  /** What held the work back may be over: calls back at once where it is. */
  look(): void {
    if (this.#timer === undefined || !this.#isReady()) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  /** A whole stretch at a time: many short ones would meet everyone else's requests more often. */
  #schedule(): void {
    if (this.#timer !== undefined || this.#isRunning || this.#line.length === 0) return;
    const wanted = Math.min(this.#stretchMs, STRETCH_MS);
    const missing = this.#share < 1 ? Math.max(0, wanted - this.#left) / this.#share : 0;
    this.#timer = setTimeout(() => this.#run(), Math.max(missing, LOOK_AGAIN_MS / 10)).unref();
  }

  /**
   * One turn in each round of the event loop: a connection whose turn comes is read again, and what
   * that costs is known only in the next round. Many at once would overdraw the share by far.
   */
  #run(): void {
    this.#timer = undefined;
    if (this.#isHeld()) {
      this.#timer = setTimeout(() => this.#run(), LOOK_AGAIN_MS).unref();
      return;
    }
    if (!this.#isReady()) {
      this.#schedule();
      return;
    }
    this.#line.shift()?.();
    if (this.#line.length > 0 && this.#timer === undefined && !this.#isRunning) {
      this.#isRunning = true;
      setImmediate(() => {
        this.#isRunning = false;
        this.#run();
      });
    }
  }
}

/**
 * Default burst allowance: how many ms of processing time a previously inactive user's requests can
 * use before they are throttled.
 */
const BURST_MS = 5;
/**
 * The largest debt, in ms of work, that users can build up by exceeding their share. Without this
 * limit, endless pushes would block all of a user's requests.
 */
const MOST_OWED_MS = 500;
/** Interval in ms between checks of whether waiting requests may continue. */
const LOOK_AGAIN_MS = 50;

/**
 * One user's share of the event loop: the part of each second that the server may spend on the
 * user's requests, across all connections. Requests beyond the share wait in line.
 */
export class Work {
  /**
   * The fraction of time that the server may spend on the user's requests; 1 or more means no
   * limit.
   */
  readonly #share: number;
  readonly #isHeld: () => boolean;
  readonly #burstMs: number;
  readonly #line: (() => void)[] = [];
  #left: number;
  #at = performance.now();
  #timer: NodeJS.Timeout | undefined;
  /**
   * Whether one of the user's waiting requests is already scheduled for the next turn of the event
   * loop.
   */
  #isRunning = false;

  /**
   * Limits one user's share of the processing time.
   * @param perSecond processing time allowed per second, in ms
   * @param isHeld returns whether requests must wait for a reason other than this share
   * @param burstMs burst allowance: how many ms of processing time a previously inactive user's
   * requests can use before they must wait
   */
  constructor(perSecond: number, isHeld: () => boolean, burstMs = BURST_MS) {
    this.#share = perSecond / 1000;
    this.#isHeld = isHeld;
    this.#burstMs = burstMs;
    this.#left = burstMs;
  }

  /**
   * Number of the user's waiting requests. Requests that wait on the same connection count as one.
   */
  get waiting(): number {
    return this.#line.length;
  }

  /** Whether no request is waiting and the user has the full burst allowance again. */
  get isIdle(): boolean {
    this.#refill();
    return this.#line.length === 0 && (this.#share >= 1 || this.#left >= this.#burstMs);
  }

  /**
   * Whether a new request of the user may be handled now. Requests that are already waiting come
   * first.
   */
  get isFree(): boolean {
    return this.#line.length === 0 && this.#isReady();
  }

  /** Whether the user's share of processing time is used up. */
  get isSpent(): boolean {
    if (this.#share >= 1 || this.#left > 0) return false;
    this.#refill();
    return this.#left <= 0;
  }

  /**
   * Deducts processing time from the user's share.
   * @param ms the processing time used, in ms
   */
  charge(ms: number): void {
    if (this.#share < 1) this.#left = Math.max(this.#left - ms, -MOST_OWED_MS);
  }

  /**
   * Calls `resume` when the caller's turn comes. The caller may then handle one request, and more
   * as long as `isFree` is true.
   */
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
    this.#left = Math.min(this.#burstMs, this.#left + (now - this.#at) * this.#share);
    this.#at = now;
  }

  /** Starts the waiting requests immediately if they are no longer held back. */
  look(): void {
    if (this.#timer === undefined || !this.#isReady()) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  /**
   * Waits until the user's budget allows a full burst of work, because many short bursts would
   * interrupt other users more often.
   */
  #schedule(): void {
    if (this.#timer !== undefined || this.#isRunning || this.#line.length === 0) return;
    const wanted = Math.min(this.#burstMs, BURST_MS);
    const missing = this.#share < 1 ? Math.max(0, wanted - this.#left) / this.#share : 0;
    this.#timer = setTimeout(() => this.#run(), Math.max(missing, LOOK_AGAIN_MS / 10)).unref();
  }

  /**
   * Lets one waiting connection or request continue in each turn of the event loop. The cost of its
   * work is known only in the next turn, so continuing several at once could far exceed the user's
   * share.
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

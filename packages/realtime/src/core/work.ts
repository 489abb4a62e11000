/** Milliseconds that may be worked at a stretch by someone who has been quiet. */
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
  readonly #line: (() => void)[] = [];
  #left = STRETCH_MS;
  #at = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param perSecond milliseconds of work in each second
   * @param isHeld whether nothing may be worked on for another reason
   */
  constructor(perSecond: number, isHeld: () => boolean) {
    this.#share = perSecond / 1000;
    this.#isHeld = isHeld;
  }

  /** Requests, or connections with requests, that wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Whether nothing waits, and nothing that was worked counts any more. */
  get isIdle(): boolean {
    this.#refill();
    return this.#line.length === 0 && (this.#share >= 1 || this.#left >= STRETCH_MS);
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
    this.#left = Math.min(STRETCH_MS, this.#left + (now - this.#at) * this.#share);
    this.#at = now;
  }

  /** A whole stretch at a time: many short ones would meet everyone else's requests more often. */
  #schedule(): void {
    if (this.#timer !== undefined || this.#line.length === 0) return;
    const missing = this.#share < 1 ? (STRETCH_MS - this.#left) / this.#share : 0;
    this.#timer = setTimeout(() => this.#run(), Math.max(missing, LOOK_AGAIN_MS / 10)).unref();
  }

  #run(): void {
    this.#timer = undefined;
    if (this.#isHeld()) {
      this.#timer = setTimeout(() => this.#run(), LOOK_AGAIN_MS).unref();
      return;
    }
    while (this.#line.length > 0 && this.#isReady()) this.#line.shift()!();
    this.#schedule();
  }
}

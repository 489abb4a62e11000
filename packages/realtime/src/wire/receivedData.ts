import type { Session } from '../core/session.ts';
import type { Limits } from '../limits.ts';
import { isStranger } from '../options.ts';
import type { Throttle } from './throttle.ts';

/**
 * Maximum total size of a user's unfinished messages across all connections, as a multiple of the
 * maximum size of one message.
 */
const INCOMING_MESSAGES = 8;
/**
 * Time in ms deducted from the user's budget for each received frame, in addition to the time for
 * its message.
 */
const FRAME_MS = 0.002;
/**
 * Time in ms deducted from the user's budget for each byte of a received frame. Also deducted for
 * messages that are too long, which are read but not parsed.
 */
const FRAME_BYTE_MS = 2e-6;

/** Counts received data toward the limits of the connection's user, and enforces these limits. */
export class ReceivedData {
  readonly #limits: Pick<Limits, 'messageUnits' | 'strangerBytes' | 'frameBytes'>;
  readonly #session: Pick<Session, 'identity' | 'budget'>;
  readonly #throttle: Pick<Throttle, 'isChecking'>;
  /** Size of the incomplete message that is being received, in UTF-16 code units. */
  #incomplete = 0;

  constructor(
    limits: Pick<Limits, 'messageUnits' | 'strangerBytes' | 'frameBytes'>,
    session: Pick<Session, 'identity' | 'budget'>,
    throttle: Pick<Throttle, 'isChecking'>,
  ) {
    this.#limits = limits;
    this.#session = session;
    this.#throttle = throttle;
  }

  /** The maximum length in UTF-16 code units of the message that is being received. */
  get messageUnits(): number {
    const { messageUnits, strangerBytes, frameBytes } = this.#limits;
    const { identity, budget } = this.#session;
    const left = INCOMING_MESSAGES * messageUnits - budget.incoming + this.#incomplete;
    const most = Math.min(messageUnits, left);
    if (!isStranger(identity)) return most;
    // Clients keep sending after their credential. At most one frame can have arrived with it.
    return Math.min(most, strangerBytes + (this.#throttle.isChecking ? frameBytes : 0));
  }

  /** Counts a received frame, even an empty one, against the user's share of processing time. */
  chargeFrame(bytes: number): void {
    this.#session.budget.work.charge(FRAME_MS + bytes * FRAME_BYTE_MS);
  }

  /** Sets the size of the incomplete message. */
  setIncomplete(units: number): void {
    if (units === this.#incomplete) return;
    this.#session.budget.incoming += units - this.#incomplete;
    this.#incomplete = units;
  }

  /**
   * Runs `change`, which gives the connection a new budget, and counts the incomplete message
   * toward that budget.
   */
  withNewBudget(change: () => void): void {
    const units = this.#incomplete;
    this.setIncomplete(0);
    change();
    this.setIncomplete(units);
  }
}

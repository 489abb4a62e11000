import { atTime } from '../core/session.ts';
import { type Identity, isStranger } from '../options.ts';

interface SignInTimersParts {
  /** How long an unauthenticated client may stay connected, in ms. 0 if there is no limit. */
  strangerMs: number;
  clock: () => number;
  /** Called when nobody has signed in within the time limit. */
  onStrangerTooLong(): void;
  /** Called when the credential of the current identity expires. */
  onExpired(): void;
}

/**
 * Waits until a connection's credential expires, or until a client has taken too long to sign in.
 */
export class SignInTimers {
  readonly #parts: SignInTimersParts;
  #expiry: { cancel(): void } | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(parts: SignInTimersParts) {
    this.#parts = parts;
  }

  /** Starts the timers for a new identity, in place of those for the previous one. */
  start(identity: Identity): void {
    this.stop();
    const { strangerMs, clock, onStrangerTooLong, onExpired } = this.#parts;
    if (strangerMs > 0 && isStranger(identity))
      this.#deadline = setTimeout(onStrangerTooLong, strangerMs).unref();
    if (identity.expiresAt !== undefined)
      this.#expiry = atTime(identity.expiresAt, clock, onExpired);
  }

  stop(): void {
    clearTimeout(this.#deadline);
    this.#expiry?.cancel();
    this.#expiry = undefined;
  }
}

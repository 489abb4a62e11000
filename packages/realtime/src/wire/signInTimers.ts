import { atTime } from '../core/session.ts';
import { type Identity, isStranger } from '../options.ts';

interface SignInTimersParts {
  /** How long an unauthenticated client may stay connected, in ms; 0 for no limit. */
  strangerMs: number;
  clock: () => number;
  /** Called when nobody has signed in within the time limit. */
  onStrangerTooLong(): void;
  /** Called when the credential of the current identity expires. */
  onExpired(): void;
}

/** Timers for the expiry of a connection's credential, and for the time limit on signing in. */
export class SignInTimers {
  readonly #parts: SignInTimersParts;
  #expiry: { cancel(): void } | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(parts: SignInTimersParts) {
    this.#parts = parts;
  }

  /** Starts the timers for a new identity, and stops the previous identity's timers. */
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

import type { Work } from '../core/work.ts';

interface InboxParts<Message> {
  /** The time in ms that one connection may take before other connections get their turn. */
  turnMs: number;
  /** Returns the current user's share of processing time. */
  work: () => Work;
  /** Handles one message. */
  handle: (message: Message) => void;
  onFault: (error: unknown) => void;
  /** Called when the connection begins or stops waiting for its user's turn. */
  onWaiting: () => void;
  /** Called when all messages have been handled. */
  onEmpty: () => void;
}

/**
 * Handles the messages of one connection strictly in order (protocol §4), as the user's share of
 * processing time allows. Messages are not parsed until they are handled, because parsing also
 * counts toward the share.
 */
export class Inbox<Message> {
  readonly #parts: InboxParts<Message>;
  readonly #messages: Message[] = [];
  #holds = 0;
  #closed = false;
  #working = false;
  #waiting = false;
  #resting = false;
  /** Time in ms spent on this connection's messages since other connections last had their turn. */
  #worked = 0;

  constructor(parts: InboxParts<Message>) {
    this.#parts = parts;
  }

  /** Whether the connection is waiting for its user's turn. */
  get isWaiting(): boolean {
    return this.#waiting;
  }

  push(message: Message): void {
    this.#messages.push(message);
    this.handleNext();
  }

  /**
   * Handles waiting messages until the user's share of processing time is used up.
   * @param isTurn whether the connection had to wait and may now continue
   */
  handleNext(isTurn = false): void {
    if (this.#working || this.#resting || this.#waiting) return;
    this.#working = true;
    try {
      let mayGoOn = isTurn;
      while (this.#holds === 0 && !this.#closed && this.#messages.length > 0) {
        if (this.#worked > this.#parts.turnMs) {
          this.#rest();
          break;
        }
        if (!mayGoOn && !this.#parts.work().isFree) {
          this.waitForTurn();
          break;
        }
        mayGoOn = false;
        const start = performance.now();
        this.#parts.handle(this.#messages.shift()!);
        const worked = performance.now() - start;
        this.#worked += worked;
        this.#parts.work().charge(worked);
      }
    } catch (error) {
      this.#parts.onFault(error);
    } finally {
      this.#working = false;
    }
    if (this.#messages.length === 0) this.#parts.onEmpty();
  }

  /**
   * Makes the connection wait for its turn, because its user's share of processing time is used up.
   * Requests of other users come first.
   */
  waitForTurn(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#worked = 0;
    this.#parts.onWaiting();
    this.#parts.work().wait(() => {
      this.#waiting = false;
      this.#parts.onWaiting();
      this.handleNext(true);
    });
  }

  /**
   * Lets the server handle other connections first, because thousands of messages may have arrived
   * at once.
   */
  #rest(): void {
    this.#resting = true;
    setImmediate(() => {
      this.#resting = false;
      this.#worked = 0;
      this.handleNext();
    });
  }

  /** Makes later messages wait until the returned function is called. */
  hold(): () => void {
    this.#holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds--;
      this.handleNext();
    };
  }

  /** Discards all waiting messages, and ignores further ones. */
  close(): void {
    this.#closed = true;
    this.#messages.length = 0;
  }
}

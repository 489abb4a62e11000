import { isRecord } from '../record.ts';
import { type Incoming, OversizedMessage, ProtocolError, tooBig } from './framing.ts';
import { controlText, type Receiver, type Transport } from './transport.ts';

/**
 * A transport that a connection may move to (protocol §13). The client may already send messages
 * through it. They wait until the client has sent its last message through the old transport.
 */
export class Move implements Receiver {
  readonly transport: Transport;
  /** The IP address that opened the transport. */
  readonly address: string;
  readonly #owner: Receiver;
  readonly #onLost: (needed: boolean) => void;
  #waiting: string[] = [];
  #units = 0;
  /**
   * Whether the client is already sending through the new transport. If so, the connection cannot
   * fall back to the old one.
   */
  #needed = false;

  /**
   * Starts moving a connection to another transport.
   * @param onLost called when the new transport is lost; its argument is true if the client was
   * already sending through the new transport
   */
  constructor(
    transport: Transport,
    owner: Receiver,
    address: string,
    onLost: (needed: boolean) => void,
  ) {
    this.transport = transport;
    this.address = address;
    this.#owner = owner;
    this.#onLost = onLost;
    transport.listen(this);
    transport.send(controlText('a', {}));
  }

  get messageUnits(): number {
    return this.#owner.messageUnits;
  }

  hasRoom(waiting: number, size: number): boolean {
    return this.#owner.hasRoom(waiting, size);
  }

  onFrame(bytes: number): void {
    this.#owner.onFrame(bytes);
  }

  /**
   * Does nothing. A client sends so little before the connection moves to this transport that
   * unfinished messages need no limit.
   */
  onPart(): void {}

  onMessage(text: Incoming): void {
    if (text instanceof OversizedMessage) throw tooBig();
    switch (controlType(text)) {
      case 'p':
        this.transport.send(controlText('o', null));
        return;
      case 'a':
        this.#needed = true;
        return;
      default:
        this.#units += text.length;
        if (this.#units > this.messageUnits) {
          throw new ProtocolError(1009, 'Too much is sent before the connection has moved');
        }
        this.#waiting.push(text);
    }
  }

  onGoodbye(): void {
    this.onGone();
  }

  onGone(): void {
    this.#onLost(this.#needed);
  }

  /** Returns the messages that have arrived through the new transport so far. */
  take(): string[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

/** Returns the type of a control message; undefined for any other message. */
function controlType(text: string): unknown {
  if (text.length > 100) return undefined;
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) && message.t === 'c' && isRecord(message.d) ? message.d.t : undefined;
  } catch {
    return undefined; // The connection reports the error later.
  }
}

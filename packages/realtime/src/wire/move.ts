import { isRecord } from '../record.ts';
import { type Incoming, OversizedMessage, ProtocolError, tooBig } from './framing.ts';
import { controlText, type Receiver, type Transport } from './transport.ts';

/**
 * A transport that a connection may move to (protocol §13). Until the client has sent its last
 * message over the old one, what it already sends over this one waits.
 */
export class Move implements Receiver {
  readonly transport: Transport;
  /** From which it was opened. */
  readonly address: string;
  readonly #owner: Receiver;
  readonly #onLost: (needed: boolean) => void;
  #waiting: string[] = [];
  #units = 0;
  /** The client sends over this transport already: without it, it is cut off. */
  #needed = false;

  /** `onLost` is told whether the client relied on the transport that is gone. */
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

  /** Little is sent before the move: see {@link onMessage}. */
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

  /** What has come in meanwhile. */
  take(): string[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

/** The type of a control message; undefined for whatever is none. */
function controlType(text: string): unknown {
  if (text.length > 100) return undefined;
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) && message.t === 'c' && isRecord(message.d) ? message.d.t : undefined;
  } catch {
    return undefined; // its receiver says what is wrong with it
  }
}

import type { Push } from '../listens/push.ts';
import type { Incoming } from './framing.ts';

/**
 * Carries the messages of one connection in both directions, complete and in order, over a
 * WebSocket or by long polling (protocol §13).
 */
export interface Transport {
  readonly kind: 'socket' | 'poll';
  /** Number of bytes that the peer has not read yet. */
  readonly unread: number;
  /** Sets the object that gets incoming messages. */
  listen(receiver: Receiver): void;
  send(text: string): void;
  /**
   * Sends a push that many connections get. The frames for each listener tag are created only once.
   * @param suffix the end of the message, with the listener's tag if it has one
   */
  sendPush(push: Push, suffix: string): void;
  /** Pauses reading from the peer, if the transport can. */
  pause(): void;
  resume(): void;
  /**
   * Pings the peer, if the transport can. Returns false if the peer has been silent for too long
   * (protocol §11).
   */
  ping(): boolean;
  /** Closes the transport and notifies the peer. After that, the receiver is not called again. */
  close(code: number, reason?: string): void;
  /** Ends the transport immediately. After that, the receiver is not called again. */
  terminate(): void;
  /**
   * Ends the transport once the peer has received all messages, because the connection continues
   * through another transport. Only transports that can be replaced have this method (protocol
   * §13).
   */
  finish?(): void;
}

export interface Receiver {
  /** Current maximum length of a message from this client, in UTF-16 code units. */
  readonly messageUnits: number;
  /**
   * Whether a message may be sent to this peer without exceeding the limit on unread data. The
   * limit is for all of the user's connections together. If false, the transport drops the peer.
   * @param waiting number of bytes that this peer has not read yet
   * @param size size of the message in bytes
   */
  hasRoom(waiting: number, size: number): boolean;
  /** Called for every received frame with its size in bytes, regardless of its content. */
  onFrame(bytes: number): void;
  /**
   * Called while a message arrives, with its size so far in UTF-16 code units; called with 0 when
   * the message is complete.
   */
  onPart(units: number): void;
  /**
   * Called when a whole message has arrived.
   * @throws ProtocolError to close the transport with its code
   */
  onMessage(message: Incoming): void;
  /**
   * Called when the peer has announced that it will send nothing more. Nothing more is sent to the
   * peer either, and `onGone` is not called.
   */
  onGoodbye(): void;
  /** Called when the transport has ended. `reason` is set if the server dropped the peer. */
  onGone(reason?: string): void;
}

/** Returns the text of a push message. `suffix` contains the listener's tag (protocol §4). */
export function pushText({ kind, body }: Pick<Push, 'kind' | 'body'>, suffix = ''): string {
  return `{"t":"d","d":{"a":"${kind === 'put' ? 'd' : 'm'}","b":${body}${suffix}}}}`;
}

/** Returns a message of the control layer (protocol §3). */
export function controlText(type: string, data: unknown): string {
  return JSON.stringify({ t: 'c', d: { t: type, d: data } });
}

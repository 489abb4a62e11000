import type { Push } from '../core/push.ts';
import type { Incoming } from './framing.ts';

/**
 * Carries one connection's messages, whole and in order, both ways: a socket or polls
 * (protocol §13).
 */
export interface Transport {
  readonly kind: 'socket' | 'poll';
  /** Bytes that the peer has not read. */
  readonly unread: number;
  /** Sets the receiver of incoming messages. */
  listen(receiver: Receiver): void;
  send(text: string): void;
  /** Sends a push that many connections get. What is the same for a tag is made only once. */
  sendPush(push: Push, suffix: string): void;
  /** Stops reading for now, as far as the transport can. */
  pause(): void;
  resume(): void;
  /** Pings the peer. Returns false if it has been silent for too long (protocol §11). */
  ping(): boolean;
  /** Closes the transport and notifies the peer. The receiver gets no more calls. */
  close(code: number, reason?: string): void;
  /** Ends the transport immediately. The receiver gets no more calls. */
  terminate(): void;
  /**
   * Ends the transport when the peer has taken all messages, because the connection continues over
   * another one. Only transports that can be replaced have this method (protocol §13).
   */
  finish?(): void;
}

export interface Receiver {
  /** UTF-16 units that a message may have at present. */
  readonly messageUnits: number;
  /**
   * Whether a message may be sent, given all unread data of the user. If not, the transport drops
   * the peer.
   * @param waiting bytes that this peer has not read
   * @param size bytes of the message
   */
  hasRoom(waiting: number, size: number): boolean;
  /** Called for every frame of `bytes` bytes, regardless of its content. */
  onFrame(bytes: number): void;
  /** Called with the UTF-16 units of an incomplete message; 0 when it is complete. */
  onPart(units: number): void;
  /**
   * Called for a whole message.
   * @throws ProtocolError to have the transport closed with its code
   */
  onMessage(message: Incoming): void;
  /**
   * Called when the peer has said that it sends no more. It gets nothing more; no `onGone` follows.
   */
  onGoodbye(): void;
  /** Called when the transport has ended. `reason` is set if the transport dropped the peer. */
  onGone(reason?: string): void;
}

/** The text of a push; `suffix` has the tag (protocol §4). */
export function pushText({ kind, body }: Pick<Push, 'kind' | 'body'>, suffix = ''): string {
  return `{"t":"d","d":{"a":"${kind === 'put' ? 'd' : 'm'}","b":${body}${suffix}}}}`;
}

/** A message of the control layer (protocol §3). */
export function controlText(type: string, data: unknown): string {
  return JSON.stringify({ t: 'c', d: { t: type, d: data } });
}

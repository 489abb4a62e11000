import type { Push } from '../core/push.ts';
import type { Incoming } from './framing.ts';

/** What carries one connection's messages, whole and in order, both ways: a socket, or polls (protocol §13). */
export interface Transport {
  readonly kind: 'socket' | 'poll';
  /** Bytes that the peer has not read. */
  readonly unread: number;
  /** Says who is told from now on what comes in. */
  listen(receiver: Receiver): void;
  send(text: string): void;
  /** Sends a push that many connections get: what can be made once for all of a tag is. */
  sendPush(push: Push, suffix: string): void;
  /** Reads no more for the moment, as far as the transport can. */
  pause(): void;
  resume(): void;
  /** Asks for a sign of life; false where the peer has been silent for too long (protocol §11). */
  ping(): boolean;
  /** Ends it, telling the peer. The receiver hears nothing more. */
  close(code: number, reason?: string): void;
  /** Ends it at once. The receiver hears nothing more. */
  terminate(): void;
  /**
   * Ends it once all that was sent has been taken, for the connection goes on over another one.
   * Only what can be replaced has this (protocol §13).
   */
  finish?(): void;
}

export interface Receiver {
  /** UTF-16 units that a message may have at present. */
  readonly messageUnits: number;
  /**
   * Whether a message may be sent, by all that its person has not read; if not, the transport gives
   * the peer up.
   * @param waiting bytes that this peer has not read
   * @param size bytes of the message
   */
  hasRoom(waiting: number, size: number): boolean;
  /** A frame of so many bytes has come, whatever it holds. */
  onFrame(bytes: number): void;
  /** UTF-16 units of a message that is not complete yet; 0 once it is. */
  onPart(units: number): void;
  /** A whole message. Throws a ProtocolError to have the transport closed with its code. */
  onMessage(message: Incoming): void;
  /** The peer has said that it sends no more; nothing reaches it any more. No `onGone` follows. */
  onGoodbye(): void;
  /** The transport is no more; the reason is given where it gave the peer up. */
  onGone(reason?: string): void;
}

/** A push as it is sent; `suffix` holds the tag (protocol §4). */
export function pushText({ kind, body }: Pick<Push, 'kind' | 'body'>, suffix = ''): string {
  return `{"t":"d","d":{"a":"${kind === 'put' ? 'd' : 'm'}","b":${body}${suffix}}}}`;
}

/** A message of the control layer (protocol §3). */
export function controlText(type: string, data: unknown): string {
  return JSON.stringify({ t: 'c', d: { t: type, d: data } });
}

import type { Limits } from '../limits.ts';

/** A message that breaks the protocol: the connection is closed with this code and reason. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const COUNT = /^\d{1,6}$/;

const tooBig = (): ProtocolError => new ProtocolError(1009, 'A message is too big');

/** Puts messages together from frames (protocol §2: a decimal count, then so many parts). */
export class MessageAssembler {
  readonly #limits: Pick<Limits, 'messageFrames'>;
  #missing = 0;
  #parts: string[] = [];
  #units = 0;

  constructor(limits: Pick<Limits, 'messageFrames'>) {
    this.#limits = limits;
  }

  /** UTF-16 units of the message that is not complete yet. */
  get units(): number {
    return this.#units;
  }

  /**
   * The whole message once its last frame is there.
   * @param most UTF-16 units that this client's message may have at present
   */
  push(frame: string, most: number): string | undefined {
    if (this.#missing === 0) {
      if (frame.length > 6 || !COUNT.test(frame)) {
        if (frame.length > most) throw tooBig();
        return frame;
      }
      const count = Number(frame); // 0 is the client's keep-alive (protocol §2)
      if (count > this.#limits.messageFrames) {
        throw new ProtocolError(1009, 'A message has too many frames');
      }
      this.#missing = count;
      return undefined;
    }
    this.#units += frame.length;
    if (this.#units > most) throw tooBig();
    this.#parts.push(frame);
    if (--this.#missing > 0) return undefined;
    const message = this.#parts.join('');
    this.#parts = [];
    this.#units = 0;
    return message;
  }
}

/**
 * UTF-16 units of one frame to a client. The WebSocket of the SDK on Node takes 0x3ffffff bytes
 * (`MAX_LENGTH` in websocket-driver, which faye-websocket and so @firebase/database use), for a message
 * of several WebSocket frames as for one.
 */
const PART_UNITS = 256 * 1024;

/**
 * A message as unmasked text frames (RFC 6455 §5.2), ready for any number of sockets. A long one is
 * the number of its parts and then the parts (protocol §2), as clients send theirs: no frame grows
 * with the data. The SDK knows up to 9999 parts (`extractFrameCount_` in firebase-js-sdk).
 */
export function textFrames(text: string): Buffer {
  if (text.length <= PART_UNITS) return textFrame(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + PART_UNITS;
    // Half a character would not survive the way through UTF-8.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    parts.push(textFrame(text.slice(at, end)));
    at = end;
  }
  return Buffer.concat([textFrame(String(parts.length)), ...parts]);
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x81;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}

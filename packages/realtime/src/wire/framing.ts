import type { Limits } from '../limits.ts';

/**
 * Thrown for a message that breaks the protocol. The connection is closed with the error's code and
 * reason.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const COUNT = /^\d{1,6}$/;

export const tooBig = (): ProtocolError => new ProtocolError(1009, 'A message is too big');

/**
 * Matches the start of requests from Google's SDKs. In requests from the Android SDK, the field `a`
 * comes before `r`.
 */
const REQUEST = /^\{"t":"d","d":\{(?:"a":"\w{1,16}",)?"r":(\d{1,15}),/;

/**
 * A message that is longer than the server accepts. Only its request number is kept, so that the
 * server can reject the request. Without a response, an SDK would send the request again after
 * every reconnect.
 */
export class OversizedMessage {
  /** The message's request number; undefined if the message does not begin with one. */
  readonly request: number | undefined;

  constructor(beginning: string) {
    const number = REQUEST.exec(beginning)?.[1];
    this.request = number === undefined ? undefined : Number(number);
  }
}

/**
 * The text of a message from a client, or an {@link OversizedMessage} if the message is too long.
 */
export type Incoming = string | OversizedMessage;

/** Assembles messages from frames (protocol §2: a decimal count, then that many parts). */
export class MessageAssembler {
  readonly #limits: Pick<Limits, 'messageFrames' | 'messageUnits'>;
  #missing = 0;
  #parts: string[] = [];
  #units = 0;
  #isOversized = false;

  constructor(limits: Pick<Limits, 'messageFrames' | 'messageUnits'>) {
    this.#limits = limits;
  }

  /** Number of UTF-16 code units of the incomplete message that are kept in memory. */
  get units(): number {
    return this.#units;
  }

  /**
   * Adds a frame. Returns the whole message once its last frame has arrived, and undefined before
   * that.
   * @param most this client's current limit on the length of a message, in UTF-16 code units
   * @throws ProtocolError if the message exceeds this client's limit, and that limit is below the
   * server's
   */
  push(frame: string, most: number): Incoming | undefined {
    if (this.#missing === 0) {
      if (frame.length > 6 || !COUNT.test(frame)) {
        if (frame.length <= most) return frame;
        checkOversized(most, this.#limits);
        return new OversizedMessage(frame);
      }
      this.#missing = Number(frame); // 0 is the client's keep-alive (protocol §2).
      if (this.#missing > this.#limits.messageFrames) this.#dropRest(most);
      return undefined;
    }
    if (!this.#isOversized || this.#parts.length === 0) {
      this.#parts.push(frame);
      this.#units += frame.length;
    }
    if (!this.#isOversized && this.#units > most) this.#dropRest(most);
    if (--this.#missing > 0) return undefined;
    const message = this.#isOversized
      ? new OversizedMessage(this.#parts[0] ?? '')
      : this.#parts.join('');
    this.#parts = [];
    this.#units = 0;
    this.#isOversized = false;
    return message;
  }

  #dropRest(most: number): void {
    checkOversized(most, this.#limits);
    this.#isOversized = true;
    this.#parts.length = Math.min(this.#parts.length, 1);
    this.#units = this.#parts[0]?.length ?? 0;
  }
}

/**
 * Throws if a message is too long for this client, and the client's limit is lower than the
 * server's. If the limits are equal, the message is read to its end, so that its request can be
 * rejected.
 * @param most this client's limit, in UTF-16 code units
 * @throws ProtocolError if this client's limit is lower than the server's
 */
export function checkOversized(most: number, { messageUnits }: Pick<Limits, 'messageUnits'>): void {
  if (most < messageUnits) throw tooBig();
}

/**
 * Maximum length of one frame to a client, in UTF-16 code units. On Node, the SDK's WebSocket
 * accepts messages of at most 0x3ffffff bytes (`MAX_LENGTH` in websocket-driver), even if they are
 * sent in several WebSocket frames.
 */
const PART_UNITS = 256 * 1024;

/**
 * Returns a message as unmasked text frames (RFC 6455 §5.2), which can be sent to any number of
 * sockets. A long message is split into at most 9999 parts, because the SDK supports no more
 * (`extractFrameCount_` in firebase-js-sdk).
 */
export function textFrames(text: string): Buffer {
  if (text.length <= PART_UNITS) return textFrame(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + PART_UNITS;
    // Half a surrogate pair would not survive the conversion to UTF-8.
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

import type { Limits } from '../limits.ts';
import {
  checkOversized,
  type Incoming,
  OversizedMessage,
  ProtocolError,
  tooBig,
} from './framing.ts';

/**
 * Maximum number of long-polling segments to keep while an earlier segment is missing. Two polls
 * together contain at most a few dozen segments (protocol §13).
 */
const AHEAD = 256;

interface Segment {
  /** Number of segments in the whole long-polling message. */
  total: number;
  data: string;
}

const COUNT = /^\d{1,9}$/;
const DATA = /^[\w-]*\.{0,2}$/;

/** Assembles messages from the segments in long-polling requests (protocol §13). */
export class SegmentAssembler {
  readonly #ahead = new Map<number, Segment>();
  readonly #limits: Pick<Limits, 'messageUnits'>;
  #next = 0;
  /** Number of segments received for the incomplete long-polling message. */
  #taken = 0;
  #parts: string[] = [];
  #units = 0;
  #isOversized = false;
  /**
   * Number of characters in the long-polling segments that arrived while an earlier segment is
   * missing.
   */
  #aheadUnits = 0;

  constructor(limits: Pick<Limits, 'messageUnits'>) {
    this.#limits = limits;
  }

  /** Number of characters of incomplete long-polling messages that are held in memory. */
  get units(): number {
    return this.#units + this.#aheadUnits;
  }

  /**
   * Processes the message segments in one poll. Polls may arrive in any order.
   * @param most the maximum length of a message that this client may send now, in UTF-16 code units
   * @returns the messages that these segments complete
   * @throws ProtocolError if a segment is invalid or missing, or if a message is longer than `most`
   * but within the server's limit
   */
  push(params: URLSearchParams, most: number): Incoming[] {
    const messages: Incoming[] = [];
    for (let i = 0; params.has(`seg${i}`); i++) {
      const number = count(params.get(`seg${i}`));
      const total = count(params.get(`ts${i}`));
      const data = params.get(`d${i}`) ?? '';
      if (total === 0 || !DATA.test(data)) throw invalidSegment();
      if (number < this.#next) continue; // The client has sent this segment again.
      this.#aheadUnits += data.length - (this.#ahead.get(number)?.data.length ?? 0);
      this.#ahead.set(number, { total, data });
      if (this.#aheadUnits > most * 4) throw tooBig();
      if (this.#ahead.size > AHEAD) throw new ProtocolError(1002, 'A segment is missing');
      this.#takeInOrder(messages, most);
    }
    return messages;
  }

  #takeInOrder(messages: Incoming[], most: number): void {
    for (;;) {
      const segment = this.#ahead.get(this.#next);
      if (segment === undefined) return;
      this.#ahead.delete(this.#next++);
      this.#aheadUnits -= segment.data.length;
      this.#taken++;
      if (!this.#isOversized) {
        this.#parts.push(segment.data);
        this.#units += segment.data.length;
        // Four characters encode three bytes, and three bytes contain at least one unit.
        if (this.#units > most * 4) this.#dropRest(most);
      }
      if (this.#taken < segment.total) continue;
      const text = Buffer.from(this.#parts.join(''), 'base64url').toString();
      if (text.length > most) this.#dropRest(most);
      messages.push(this.#isOversized ? new OversizedMessage(text) : text);
      this.#taken = 0;
      this.#parts = [];
      this.#units = 0;
      this.#isOversized = false;
    }
  }

  #dropRest(most: number): void {
    checkOversized(most, this.#limits);
    this.#isOversized = true;
    this.#parts.length = 1;
    this.#units = this.#parts[0]?.length ?? 0;
  }
}

function count(text: string | null): number {
  if (text === null || !COUNT.test(text)) throw invalidSegment();
  return Number(text);
}

const invalidSegment = () => new ProtocolError(1002, 'A segment is not valid');

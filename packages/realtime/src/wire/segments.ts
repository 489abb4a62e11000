import type { Limits } from '../limits.ts';
import {
  checkOversized,
  type Incoming,
  OversizedMessage,
  ProtocolError,
  tooBig,
} from './framing.ts';

/** Segments that are ahead of a missing one; two polls hold a few dozen at most (protocol §13). */
const AHEAD = 256;

interface Segment {
  /** Segments of the message that it belongs to. */
  total: number;
  data: string;
}

const COUNT = /^\d{1,9}$/;
const DATA = /^[\w-]*\.{0,2}$/;

/** Puts messages together from the segments that polls carry upstream (protocol §13). */
export class SegmentAssembler {
  readonly #ahead = new Map<number, Segment>();
  readonly #limits: Pick<Limits, 'messageUnits'>;
  #next = 0;
  /** Segments of the message that is not complete yet. */
  #taken = 0;
  #parts: string[] = [];
  #units = 0;
  #isOversized = false;
  /** Characters in the segments that are ahead. */
  #aheadUnits = 0;

  constructor(limits: Pick<Limits, 'messageUnits'>) {
    this.#limits = limits;
  }

  /** Characters that are kept of messages that are not complete yet. */
  get units(): number {
    return this.#units + this.#aheadUnits;
  }

  /**
   * Takes the segments of one poll, in whatever order polls arrive; the messages they complete.
   * @param most UTF-16 units that this client's message may have at present
   * @throws ProtocolError for a message that is longer, where others may send as much
   */
  push(params: URLSearchParams, most: number): Incoming[] {
    const messages: Incoming[] = [];
    for (let i = 0; params.has(`seg${i}`); i++) {
      const number = count(params.get(`seg${i}`));
      const total = count(params.get(`ts${i}`));
      const data = params.get(`d${i}`) ?? '';
      if (total === 0 || !DATA.test(data)) throw invalidSegment();
      if (number < this.#next) continue; // sent again
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
        // Four characters stand for three bytes, and three bytes for at least one unit.
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

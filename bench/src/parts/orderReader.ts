import { readOrders } from '@halyard/domain';
import { offer } from '../part.ts';

const READ_ON = '2026-05-05';

/**
 * How many times a 1 MB document is read to warm up, so that the JavaScript engine compiles the
 * reader before the measurement.
 */
const WARM_UP = 25;

const PROCLAMATION =
  'By the authority vested in me as President of the United States by the Constitution and the ' +
  'laws of the United States of America, I hereby order that the flag of the United States shall ' +
  'be flown at half-staff at the White House and upon all public buildings and grounds until ' +
  'sunset, May 9, 2026.\n\nThe Governor of Ohio has ordered flags in Ohio to half-staff from ' +
  'sunrise to sunset on Friday, May 8, 2026, in honor of Trooper Samuel Beck, who died on May 1.\n\n';
const MINUTES =
  'The committee met on Tuesday and discussed the budget for the fiscal year. Members asked about ' +
  'roads, schools and parks; the clerk read the minutes of the last meeting. ';

/**
 * Strings that hostile documents repeat. They slow down other parsers, or might slow down the order
 * reader.
 */
const HOSTILE = [
  ...['<a', '<', '<!--', '<del>', '<sup>1', '&', '&amp;', '-\n', '](', '](x', '\u202e', '\u0336'],
  ...['May ', 'May 5 ', 'Friday, ', 'on May 5, 2026, ', 'from sunrise ', 'two thousand and '],
  ...['half-staff ', 'flags lowered ', 'flags half-staff until ', 'day of a b c ', 'in honor of '],
  ...[
    'Governor of ',
    'by order of the Governor ',
    'in Perry County ',
    'Ohio, ',
    "a'",
    'U.S.',
    '. ',
  ],
  ...['The Governor ordered flags to half-staff. ', 'A: ', 'A, ', '\n', ' ', '1', '>'],
];

const text = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

const TEXTS = {
  /** A document with repeated half-staff orders. */
  orders: (length: number) => text(PROCLAMATION, length),
  /** A document with a half-staff order in the middle of long meeting minutes. */
  minutes: (length: number) =>
    `${text(MINUTES, length / 2)}\n\n${PROCLAMATION}${text(MINUTES, length / 2)}`,
};

let current = '';

offer({
  /**
   * Selects the document for the measurements of `read` and `split`. Reads it until the JavaScript
   * engine has compiled the reader. Returns the time of the first read, in ms.
   */
  async choose({ name, length }: { name: keyof typeof TEXTS; length: number }) {
    current = TEXTS[name](length);
    // A slice may share memory with its source. This creates a separate string, like pasted text.
    current = Buffer.from(current).toString();
    const begin = performance.now();
    const orders = readOrders(current, { readOn: READ_ON });
    const first = performance.now() - begin;
    if (orders.length === 0) throw new Error('No order is read');
    for (let read = 0; read < WARM_UP; read++) readOrders(current, { readOn: READ_ON });
    return first;
  },

  /**
   * Returns how long it takes, in ms, to read the half-staff orders in the document that `choose`
   * selected.
   */
  async read() {
    const begin = performance.now();
    readOrders(current, { readOn: READ_ON });
    return performance.now() - begin;
  },

  /** Returns how long it takes, in ms, to split the document that `choose` selected into words. */
  async split() {
    const begin = performance.now();
    current.split(/\s+/);
    return performance.now() - begin;
  },

  /**
   * Reads orders from hostile documents of this length, and returns the time in ms for the slowest
   * one.
   */
  async hostile({ length }: { length: number }) {
    let slowest = 0;
    for (const part of HOSTILE) {
      const half = text(part, length / 2);
      const begin = performance.now();
      readOrders(`${half} flags half-staff ${half}`, { readOn: READ_ON });
      slowest = Math.max(slowest, performance.now() - begin);
    }
    return slowest;
  },
});

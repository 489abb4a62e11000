import type { Random } from './random.ts';

const KEYS = [
  ...[
    'a',
    'b',
    'c',
    'n',
    '0',
    '1',
    '2',
    '007',
    '-5',
    '2147483648',
    'é',
    '😀',
    'x y',
    'k'.repeat(768),
  ],
  ...[
    'constructor',
    'toString',
    'valueOf',
    '__proto__',
    'hasOwnProperty',
    '',
    '.',
    '..',
    '$a',
    'a/b',
  ],
  ...['a.b', '[0]', '#', '\u0000', '\u007f', '\ud800', 'k'.repeat(769), '.x', '.sv', '.value'],
  ...['.priority', 'increment', 'length', 'prototype', '.info', '.read', '.write'],
];

const STRINGS = [
  ...['', 'timestamp', 'a', 'null', '\u0000', '\ud800', '\u2028', '</script>', '"', '\\', 'é😀'],
  ...[
    'x'.repeat(300),
    '[MIN_NAME]',
    '[MAX_NAME]',
    '.key',
    '.value',
    '.priority',
    '$key',
    'n',
    'a/b',
  ],
];

const NUMBERS = [0, -0, 1, -1, 0.1, 5e-324, 1.7e308, -1.7e308, 2 ** 31, -(2 ** 31), 2 ** 53, NaN];

/** Creates random JSON, including keys and leaves with a special meaning to a database. */
export function anyJson(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 9 : 5);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick(NUMBERS);
  if (kind === 3 || kind === 4) return random.pick(STRINGS);
  if (kind === 5) return random.some(4, () => anyJson(random, depth - 1));
  if (kind === 6) return special(random, depth);
  return Object.fromEntries(
    random.some(4, () => [random.pick(KEYS), anyJson(random, depth - 1)] as const),
  );
}

/** Creates a server value, a wrapped leaf or a priority, well-formed or nearly so. */
function special(random: Random, depth: number): unknown {
  const inner = (): unknown => anyJson(random, depth - 1);
  return random.pick([
    () => ({ '.sv': 'timestamp' }),
    () => ({ '.sv': { increment: random.pick(NUMBERS) } }),
    () => ({ '.sv': inner() }),
    () => ({ '.value': inner(), '.priority': inner() }),
    () => ({ a: inner(), '.priority': random.pick([1, 'p', null, { '.sv': 'timestamp' }]) }),
  ])();
}

const ROOTS = [
  'open',
  'open',
  'open/sorted',
  'bounded',
  'secret',
  'secret/deep',
  'drop',
  'nowhere',
];

/** Creates a path that a client could send, mostly valid and often forbidden. */
export function anyPath(random: Random): string {
  if (random.chance(0.05))
    return random.pick(['', '/', '//', '..', '.info/connected', '/'.repeat(50)]);
  const below = random.some(3, () =>
    random.chance(0.8) ? random.pick([...'abcn012']) : random.pick(KEYS),
  );
  const deep = random.chance(0.05) ? '/a'.repeat(random.below(40)) : '';
  return `${random.chance(0.5) ? '/' : ''}${[random.pick(ROOTS), ...below].join('/')}${deep}`;
}

const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    'null',
    '1e999',
    '-',
    '\\',
    '\\ud800',
    '\\u0000',
    '\ufeff',
  ],
  ...[
    '__proto__',
    '../',
    '%00',
    '%',
    '?',
    '&',
    '=',
    '#',
    '.json',
    '\r\n',
    '\n',
    '\u0000',
    ' ',
    '0',
  ],
  ...['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', '/secret', 'ÿ', '999999'],
];

/** Returns a string with a few random faults. */
export function mutated(random: Random, text: string): string {
  let changed = text;
  for (let i = 0; i <= random.below(4); i++) {
    const at = random.below(changed.length + 1);
    const length = random.below(8);
    const slice = changed.slice(at, at + length);
    changed = random.pick([
      () => changed.slice(0, at) + changed.slice(at + length),
      () => changed.slice(0, at) + slice + changed.slice(at),
      () => changed.slice(0, at) + random.pick(TOKENS) + changed.slice(at),
      () => changed.slice(0, at) + random.pick(TOKENS) + changed.slice(at + length),
      () => changed.slice(0, at) + String.fromCharCode(random.below(256)) + changed.slice(at + 1),
      () => changed.slice(0, at),
    ])();
  }
  return changed;
}

import { expect, test } from 'vitest';
import { readOrders } from './readOrders.ts';

const READ_ON = '2026-06-09';

/** Datelines that all state the same date: Tuesday, June 9, 2026. */
const DATELINES = [
  'For Immediate Release: June 9, 2026\n\n',
  'COLUMBUS, Ohio – June 9, 2026 – ',
  'COLUMBUS, Ohio (June 9, 2026) — ',
  'Posted on Tuesday, June 9, 2026\n\n',
  'Columbus, OH | 06/09/2026 | ',
];

/** Phrases that state a period, each with the expected start and end. */
const PERIODS: readonly (readonly [string, string, string | null])[] = [
  ['from sunrise to sunset on Thursday, June 11, 2026', 'sunrise 06-11', 'sunset 06-11'],
  ['on Thursday, June 11, from sunrise until sunset', 'sunrise 06-11', 'sunset 06-11'],
  ['on Thursday, June 11, 2026', 'sunrise 06-11', 'sunset 06-11'],
  ['from sunrise until sunset Thursday', 'sunrise 06-11', 'sunset 06-11'],
  ['immediately through sunset on Friday, June 12', 'immediately', 'sunset 06-12'],
  ['until sunset on Friday, June 12, 2026', 'immediately', 'sunset 06-12'],
  ['beginning immediately and continuing through sundown Friday', 'immediately', 'sunset 06-12'],
  [
    'starting at sunrise tomorrow and continuing through sunset on Friday, June 12',
    'sunrise 06-10',
    'sunset 06-12',
  ],
  ['from Wednesday, June 10, through Friday, June 12, 2026', 'sunrise 06-10', 'sunset 06-12'],
  [
    'from 8:00 a.m. Thursday, June 11, until 5:00 p.m. Friday, June 12',
    'time 06-11 08:00',
    'time 06-12 17:00',
  ],
  ['on Thursday, June 11, 2026, from dawn until 12 p.m.', 'sunrise 06-11', 'noon 06-11'],
  ['immediately until sunset on the day of interment', 'immediately', 'open'],
  [
    'immediately until the day of his funeral, which has not yet been announced',
    'immediately',
    'open',
  ],
  [
    'on the day of the funeral, Saturday, June 13, 2026, from sunrise to sunset',
    'sunrise 06-13',
    'sunset 06-13',
  ],
  ['until the close of business on Friday, June 12, 2026', 'immediately', null],
];

const SCOPES = [
  'at all state buildings in Ohio',
  'upon all public buildings and grounds throughout the State of Ohio',
  'statewide',
  'at the Statehouse and at all state buildings and grounds',
  'at state office buildings throughout the state',
];

const REASONS: readonly (readonly [string, string])[] = [
  ['in honor of Trooper Lena Ostby', 'Ostby'],
  ['in memory of firefighter Marcus Teague, who died in the line of duty on June 5', 'Teague'],
  ['as a mark of respect for the victims of the Duluth bridge collapse', 'victims'],
  ['in remembrance of Officer Ann Mabry, who was shot and killed on Friday, June 5, 2026', 'Mabry'],
  ['in memory and respect of former Senator Dale Whitcomb', 'Whitcomb'],
  ['in observance of Workers Memorial Day', 'Workers Memorial Day'],
];

/**
 * Sentences that give an order, each with its authority. `S`, `P` and `R` stand for the scope, the
 * period and the reason.
 */
const ORDERS: readonly (readonly ['governor' | 'president', string])[] = [
  [
    'governor',
    'Ohio Governor Pat Lindgren has ordered that the flags of the United States and the State of Ohio be flown at half-staff {S} {P} {R}.',
  ],
  [
    'governor',
    'Governor Pat Lindgren today ordered U.S. and Ohio flags {S} to half-staff {P} {R}.',
  ],
  [
    'governor',
    'Gov. Pat Lindgren, R-Ohio, directed flags {S} to be flown at half-staff {R}. The flags are to be lowered {P}.',
  ],
  [
    'governor',
    'By the authority vested in me as Governor of the State of Ohio, I hereby order that the flag of the United States and the flag of the State of Ohio shall be flown at half-staff {S} {P} {R}.',
  ],
  [
    'governor',
    'United States and Ohio flags {S} will be flown at half-staff {P} {R}, by order of Governor Pat Lindgren.',
  ],
  [
    'governor',
    'Flags {S} will fly at half-staff {P}, Ohio Gov. Pat Lindgren announced Tuesday. The tribute is {R}.',
  ],
  [
    'president',
    'In accordance with a presidential proclamation, Ohio Governor Pat Lindgren has ordered U.S. and Ohio flags {S} to be lowered to half-staff {P} {R}.',
  ],
  [
    'president',
    'Ohio Governor Pat Lindgren has ordered flags {S} lowered to half-staff {P} {R}. The order follows a proclamation issued by the President.',
  ],
];

/** Paragraphs after an order that do not change it. */
const TAILS = [
  '',
  'Individuals, schools and counties are encouraged to fly flags at half-staff for the same time.',
  'A memorial service will be held at 11 a.m. on Saturday, June 20, 2026, in Dayton.',
  'Born on March 3, 1951, the honoree was first elected on November 6, 1990.',
  'To fly the flag at half-staff, hoist it to the peak for an instant and then lower it.',
  'The Governor also asks residents to observe a moment of silence at noon on Friday, June 12.',
  'All other public buildings may lower their flags at their discretion.',
  '###\n\nRecent news\nJune 5, 2026: Governor signs bill\nMay 25, 2026: Flags lowered until noon',
  'President Biden ordered flags lowered for 30 days when former President Carter died.',
  'Visitation will be from 4 p.m. to 8 p.m. on Thursday, June 18, 2026.',
  'The State Capitol will be lit in blue on Thursday night.',
];

interface Sample {
  text: string;
  /** The expected kind, authority, scope, start and end; null for a field that must stay empty. */
  expected: (string | null)[];
  reason: string;
}

/** Returns sample texts, each with one phrase from every list above. */
function samples(): Sample[] {
  const found: Sample[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    /**
     * Returns the phrase that the current text uses from a list. Each list has its own step, so
     * that every pair of phrases occurs.
     */
    const of = <T>(list: readonly T[], step: number): T =>
      list[Math.floor((n * step) / STEPS) % list.length] as T;
    const [authority, order] = of(ORDERS, 97);
    const [period, starts, ends] = of(PERIODS, 61);
    const [reason, name] = of(REASONS, 43);
    const first = of(DATELINES, 29) + order.replace('{S}', of(SCOPES, 37));
    found.push({
      text: `${first.replace('{P}', period).replace('{R}', reason)}\n\n${of(TAILS, 83)}`,
      expected: ['half', authority, 'OH', starts, ends],
      reason: name,
    });
  }
  return found;
}
const SAMPLES = 480;
const STEPS = 100;

function pointOf(value: { kind: string; date?: string; time?: string } | undefined): string | null {
  return value ? [value.kind, value.date?.slice(5), value.time].filter(Boolean).join(' ') : null;
}

const RESULTS = samples().map((sample) => {
  const orders = readOrders(sample.text, { readOn: READ_ON });
  const [order] = orders;
  const scope = order?.scope?.value;
  const got = [
    order?.kind?.value ?? null,
    order?.authority?.value ?? null,
    scope?.kind === 'states' ? scope.states.join() : (scope?.kind ?? null),
    pointOf(order?.starts?.value),
    pointOf(order?.ends?.value),
  ];
  const isNamed = order?.reason?.value.includes(sample.reason) ?? false;
  const isComplete = isNamed && got.every((value, i) => value === sample.expected[i]);
  return { ...sample, orders, got, isComplete };
});

test('the order reader finds exactly one order in every generated text that contains one order', () => {
  const wrong = RESULTS.filter(({ orders }) => orders.length !== 1).map(({ text }) => text);
  expect(wrong).toEqual([]);
});

test('the order reader never fills in a wrong value from a generated text that contains one order', () => {
  const wrong = RESULTS.filter(({ got, expected }) =>
    got.some((value, i) => value !== null && value !== expected[i]),
  );
  expect(wrong.map(({ text, got }) => `${got.join(' | ')}: ${text}`)).toEqual([]);
});

test('the order reader extracts every field from at least 97% of the generated texts that contain one order', () => {
  const incomplete = RESULTS.filter(({ isComplete }) => !isComplete);
  const names = incomplete.map(({ text, got }) => `${got.join(' | ')}: ${text}`).join('\n\n');
  expect(1 - incomplete.length / RESULTS.length, names).toBeGreaterThanOrEqual(0.97);
});

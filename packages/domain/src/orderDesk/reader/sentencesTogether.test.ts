import { expect, test } from 'vitest';
import { isFull, sampleOf } from '../../testing/full.ts';
import { summaryOf } from '../testing/summaryOf.ts';
import type { OrderReading } from './reading.ts';
import { readOrders } from './readOrders.ts';

const DATELINE = 'COLUMBUS, Ohio (May 6, 2026) – ';

/** Sentences that give an order without its days. */
const LEADS = [
  'Governor Ann Poe has ordered U.S. and Ohio flags at all public buildings and grounds across the state to be flown at half-staff in honor of Trooper Jan Roe.',
  'Today, Governor Ann Poe ordered that the flags of the United States and the State of Ohio be lowered to half-staff in memory of Trooper Jan Roe.',
  'Flags on all state buildings will be lowered to half-staff by order of Ohio Governor Ann Poe to honor Trooper Jan Roe.',
  'Ohio Gov. Ann Poe signed an executive order Wednesday lowering flags statewide to half-staff for Trooper Jan Roe.',
  'Out of respect for Trooper Jan Roe, Governor Poe of Ohio is directing state agencies to lower U.S. and state flags to half-staff.',
  'Governor Ann Poe announced that flags at state facilities in Ohio will fly at half-staff to remember Trooper Jan Roe.',
  'At the direction of Governor Ann Poe, flags throughout the State of Ohio shall be displayed at half-staff as a mark of respect for Trooper Jan Roe.',
  'Pursuant to the authority vested in her, the Governor of Ohio has directed the lowering of all flags on state property to half-staff in tribute to Trooper Jan Roe.',
];

/**
 * Sentences that state when an order starts and ends, each with the correct start and end. "|"
 * separates several correct answers. An empty field is never wrong.
 */
const PERIODS: readonly (readonly [string, string])[] = [
  [
    'Flags are to be lowered immediately and remain at half-staff until sunset on Saturday, May 9, 2026.',
    'now 2026-05-09',
  ],
  [
    'The flags will be lowered effective immediately and will return to full-staff at sunset on Saturday, May 9.',
    'now 2026-05-09',
  ],
  [
    'They should be lowered right away and stay there until sunset Saturday, May 9.',
    'now 2026-05-09',
  ],
  [
    'This order takes effect immediately and expires at sunset on Saturday, May 9, 2026.',
    'now 2026-05-09',
  ],
  ['The order is effective at once and ends at sunset on May 9.', 'now 2026-05-09'],
  ['Flags shall remain lowered until sundown on Saturday, May 9, 2026.', 'now 2026-05-09'],
  ['Flags should be at half-staff now through sunset on Saturday.', 'now 2026-05-09'],
  [
    'Flags will fly at half-staff from sunrise to sunset on Saturday, May 9, 2026.',
    '2026-05-09 2026-05-09',
  ],
  [
    'Flags should be lowered at sunrise and raised again at sunset on Saturday, May 9.',
    '2026-05-09 2026-05-09',
  ],
  ['On Saturday, May 9, flags will be lowered from sunrise until sunset.', '2026-05-09 2026-05-09'],
  ['This applies from sunrise to sunset on Saturday, May 9.', '2026-05-09 2026-05-09'],
  [
    'The flags will be lowered for one day, Saturday, May 9, from sunrise to sunset.',
    '2026-05-09 2026-05-09',
  ],
  ['The order is in effect all day Saturday, May 9.', '2026-05-09 2026-05-09'],
  [
    'The flags will be lowered from sunrise on Friday, May 8, until sunset on Sunday, May 10, 2026.',
    '2026-05-08 2026-05-10',
  ],
  [
    'Lowering begins at sunrise on Friday, May 8, and ends at sunset on Sunday, May 10.',
    '2026-05-08 2026-05-10',
  ],
  [
    'Flags should be lowered at sunrise on Friday and returned to full-staff at sunset on Sunday.',
    '2026-05-08 2026-05-10',
  ],
  [
    'The period begins at sunrise Friday, May 8, and runs through sunset Sunday, May 10.',
    '2026-05-08 2026-05-10',
  ],
  ['Flags go down at sunrise on May 8 and back up at sunset on May 10.', '2026-05-08 2026-05-10'],
  [
    'Half-staff: sunrise Friday, May 8, through sunset Sunday, May 10, 2026.',
    '2026-05-08 2026-05-10',
  ],
  [
    'Begin: Sunrise, Friday, May 8, 2026\nEnd: Sunset, Sunday, May 10, 2026',
    '2026-05-08 2026-05-10',
  ],
  [
    'The lowering coincides with her funeral on Saturday, May 9, and lasts from sunrise to sunset that day.',
    '2026-05-09 2026-05-09',
  ],
  [
    'Flags will be lowered on Saturday, the day of her funeral, from sunrise to sunset.',
    '2026-05-09 2026-05-09',
  ],
  ['Flags will remain at half-staff until sunset on the day of her interment.', 'now open'],
  ['Flags are to remain at half-staff until further notice.', 'now open'],
  [
    'Flags will be lowered at noon on Friday, May 8, and raised at sunset on Sunday, May 10.',
    '2026-05-08T12:00 2026-05-10',
  ],
  [
    'Flags should be lowered from 8 a.m. to 5 p.m. on Saturday, May 9.',
    '2026-05-09T08:00 2026-05-09T17:00',
  ],
  ['The dates will be announced once services have been set.', 'null null'],
  [
    'The period will be three days, the last of which is Sunday, May 10.',
    'null null|null 2026-05-10|now 2026-05-10',
  ],
  [
    'Flags may be lowered as early as Friday, May 8, but no later than Saturday, May 9, and are to be raised at sunset on Sunday, May 10.',
    'null 2026-05-10|null null',
  ],
  ['Flags are tentatively to be lowered from sunrise to sunset on Saturday, May 9.', 'null null'],
  [
    'Flags will be lowered from sunrise to sunset on either Saturday, May 9, or Sunday, May 10.',
    'null null',
  ],
  [
    'Flags will be lowered from sunrise to sunset on Saturday, May 9, weather permitting the service.',
    'null null|2026-05-09 2026-05-09',
  ],
  ['Flags will be at half-staff from sunrise to sunset on every Saturday in May.', 'null null'],
  [
    'Flags will be at half-staff from Friday, May 8, except Saturday, May 9, until sunset on Sunday, May 10.',
    'null null|null 2026-05-10',
  ],
];

/** Sentences that may appear next to an order but say nothing about it. */
const OTHERS = [
  '',
  '"Trooper Roe gave her life on Monday night," Governor Poe said. "We will not forget her."',
  'Roe, 34, was killed on Monday, May 4, while helping a driver on Interstate 71. She joined the Patrol on January 9, 2017.',
  'A funeral will be held at 11 a.m. on Saturday, May 9, 2026, at Grace Church in Dayton. Burial will follow.',
  'Residents, businesses and local governments are encouraged to lower their flags for the same length of time.',
  'The proclamation is attached. For questions, contact the Office of Facilities at 614-555-0100 by 5 p.m. on Thursday, May 7.',
  'Visitation is Friday, May 8, from 2 p.m. until 8 p.m.',
  'Flags will also be at half-staff on Memorial Day, Monday, May 25, until noon, as the law requires.',
  'The flags at the Statehouse were lowered on Tuesday, May 5, by order of the Senate President.',
  'On May 3, the President ordered flags to half-staff until May 7 for the victims of the Reno fire.',
  'Flags were last at half-staff from April 20 until April 24 for former Governor Bo Lee.',
  'When the U.S. flag is at half-staff, no other flag flies above it. Flags should be raised briskly to the peak before they are lowered.',
  'Indiana Governor Dana Lake has ordered the same for Indiana flags from sunrise to sunset on May 12, 2026.',
  'State offices will close at noon on Friday, May 8, and reopen on Monday, May 11, 2026.',
  'Updated May 7, 2026 at 9:15 a.m.',
];

/** Ways to arrange three sentences: in one paragraph, in several, and in a different sequence. */
const LAYOUTS: readonly ((order: string, period: string, other: string) => string)[] = [
  (order, period, other) => `${order} ${period} ${other}`,
  (order, period, other) => `${order}\n\n${period}\n\n${other}`,
  (order, period, other) => `${order}\n\n${other}\n\n${period}`,
  (order, period, other) => `${order} ${other} ${period}`.replace(/\n/g, ' '),
];

type Point = OrderReading['starts'] | OrderReading['ends'];

function show(point: Point): string {
  if (point === null) return 'null';
  const { value } = point;
  if (value.kind === 'immediately') return 'now';
  if (value.kind === 'open') return 'open';
  const time = value.kind === 'time' ? `T${value.time}` : value.kind === 'noon' ? 'T12:00' : '';
  return `${value.date}${time}`;
}

/**
 * Returns the first order that the reader finds. In these texts, it must be the one by Ohio's
 * governor.
 */
const ownOrder = (text: string): OrderReading | undefined =>
  readOrders(text, { readOn: '2026-05-06' })[0];

function isWrong(order: OrderReading, answers: readonly string[][]): boolean {
  const { starts, ends, authority, scope, kind, amends } = order;
  const isOther = [starts, ends].some(
    (point, i) => point !== null && answers.every((answer) => answer[i] !== show(point)),
  );
  const states = scope?.value.kind === 'states' ? scope.value.states.join() : 'all';
  return (
    isOther ||
    (scope !== null && states !== 'OH') ||
    (authority !== null && authority.value !== 'governor') ||
    kind?.value !== 'half' ||
    amends !== null
  );
}

const answersOf = (expected: string): string[][] =>
  expected.split('|').map((answer) => answer.split(' '));

test.each(PERIODS)(
  'the order reader never reads a wrong day because of a sentence that follows the order: "%s"',
  (period, expected) => {
    const wrong: string[] = [];
    for (const [index, other] of OTHERS.entries())
      for (const [layout, textOf] of sampleOf([...LAYOUTS.entries()], 4, index)) {
        const lead = LEADS[(index + layout) % LEADS.length] ?? '';
        const text = textOf(DATELINE + lead, period, other);
        const order = ownOrder(text);
        if (!order || isWrong(order, answersOf(expected)))
          wrong.push(`${text}: ${show(order?.starts ?? null)} - ${show(order?.ends ?? null)}`);
      }
    expect(wrong).toEqual([]);
  },
);

// A sample would say little about the share of all combinations.
test.runIf(isFull)(
  'the order reader finds the whole period in at least 90% of the texts in which another sentence follows the order',
  () => {
    let complete = 0;
    let all = 0;
    for (const [period, expected] of PERIODS) {
      if (expected.includes('null')) continue;
      for (const [index, other] of OTHERS.entries())
        for (const [layout, textOf] of LAYOUTS.entries()) {
          const lead = LEADS[(index + layout) % LEADS.length] ?? '';
          const order = ownOrder(textOf(DATELINE + lead, period, other));
          all++;
          if (
            order?.scope &&
            order.authority &&
            `${show(order.starts)} ${show(order.ends)}` === expected
          )
            complete++;
        }
    }
    expect(complete / all).toBeGreaterThanOrEqual(0.9);
  },
);

test.each([
  [
    "Update, 4 p.m.: the Governor's office says the end has been pushed to sunset on May 10.",
    'null - null',
  ],
  [
    'Flags in Dayton will stay down through Sunday by order of the city.',
    'sunrise 2026-05-09 - sunset 2026-05-09',
  ],
])(
  'the order reader returns the correct period of an order if a later sentence says "%s"',
  (sentence, period) => {
    const text = `COLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags at state buildings in Ohio to be flown at half-staff from sunrise to sunset on Saturday, May 9, 2026, in honor of Trooper Jan Roe. ${sentence}`;
    expect(summaryOf(text).split('\n')[0]).toBe(`half | governor | OH | ${period}`);
  },
);

test.each([
  'on May 7 for Private Al Moe, and on May 9 for Officer Jan Roe',
  'from sunrise to sunset on the day of services for Officer Jan Roe, Thursday, May 7, and again on the day of burial, Saturday, May 9',
  'on the following days: Thursday, May 7 (Private Al Moe) and Saturday, May 9 (Officer Jan Roe)',
])('the order reader leaves the period empty if it consists of two separate days: "%s"', (days) => {
  const text = `COLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags in Ohio to half-staff ${days}.`;
  expect(summaryOf(text)).toBe('half | governor | OH | null - null');
});

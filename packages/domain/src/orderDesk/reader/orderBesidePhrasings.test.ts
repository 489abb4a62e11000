import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const reasonIn = (text: string): string | undefined =>
  readOrders(text, { readOn: '2026-05-05' })[0]?.reason?.value;

test.each([
  'Flags across Kansas go down to half-staff this week. Gov. Ann Poe ordered it for Friday, May 8, from sunrise to sunset.',
  'Flags on state buildings in Kansas will be at half-staff. Gov. Ann Poe announced the tribute on Sunday; it begins at sunrise Friday, May 8, and ends at sunset Friday, May 8.',
  'Flags on all public buildings in Kansas come down to half-staff for one day. Gov. Ann Poe today ordered the lowering for Friday, May 8, between sunrise and sunset.',
])(
  'the order reader combines a sentence about flags with the next one, which gives the order: "%s"',
  (text) => {
    expect(summaryOf(`TOPEKA, Kan. (May 3, 2026) - ${text}`)).toBe(
      'half | governor | KS | sunrise 2026-05-08 - sunset 2026-05-08',
    );
  },
);

test.each([
  'This mandate begins at sunrise on Friday, May 8, 2026, and lapses at sunset on Saturday, May 9, 2026.',
  'Her instruction takes effect at sunrise on Friday, May 8, 2026, and ceases at sunset on Saturday, May 9, 2026.',
  'The direction takes effect at sunrise on Friday, May 8, 2026, and expires at sunset on Saturday, May 9, 2026.',
])('the order reader reads the period from the next sentence: "%s"', (sentence) => {
  const text = `Governor Ann Poe of Ohio has directed that flags fly at half-staff. ${sentence}`;
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-09');
});

test.each([
  [
    'has lengthened her order. Wisconsin flags were to go up tonight. They will instead stay at half-staff',
    'extends',
  ],
  [
    'prolonged her order. Flags in Wisconsin had been scheduled to return to full-staff tonight. They will be kept lowered',
    'extends',
  ],
  [
    'today extended her order. Flags in Wisconsin will stay down longer. Under the extension they will remain at half-staff',
    'extends',
  ],
  [
    'today cut short her half-staff order. Flags in Wisconsin, initially due to stay down until Friday, will now remain at half-staff',
    'ends-early',
  ],
  [
    'has shortened her half-staff order. Flags in Wisconsin originally set to stay down through the weekend will now remain at half-staff',
    'ends-early',
  ],
])(
  'the order reader reads the new end of a changed order: "Gov. Ann Poe %s until sunset on May 5"',
  (words, change) => {
    const text = `MADISON, Wis. (May 3, 2026) - Gov. Ann Poe ${words} until sunset on Tuesday, May 5, 2026.`;
    expect(summaryOf(text)).toBe(
      `half | governor | WI | immediately - sunset 2026-05-05 | ${change}`,
    );
  },
);

test.each([
  ['Mayor Ann Poe, City of Elm', 'city', 'city'],
  ['Ann Poe, County Executive', 'county', 'county'],
  ['Ann Poe, Chief Executive Officer, Elm Paper Company', 'our', 'company'],
])(
  'the order reader uses the sender of a memo as the authority: "From: %s"',
  (sender, place, authority) => {
    const text = `From: ${sender}\nDate: May 3, 2026\n\nEffective immediately, flags at ${place} buildings will be flown at half-staff. They will return to full-staff at sunset on Friday, May 8, 2026.`;
    expect(summaryOf(text)).toMatch(new RegExp(`^half \\| ${authority} \\| `));
  },
);

test('the order reader reads the date of a declared day of mourning', () => {
  const text =
    'SPRINGFIELD, Ill. (May 6, 2026) - Gov. Ann Poe has declared Friday, May 8, 2026, a day of mourning across Illinois, with U.S. and state flags at half-staff from sunrise to sunset.';
  expect(summaryOf(text)).toBe('half | governor | IL | sunrise 2026-05-08 - sunset 2026-05-08');
});

test('the order reader does not limit an order to the one flag that the title mentions', () => {
  const text =
    'The flag on the green: Governor Ann Poe has ordered U.S. and Ohio flags lowered at all public buildings from sunrise to sunset on Friday, May 8, 2026.';
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-08');
});

test('the order reader uses the state mentioned in a title right above an order', () => {
  const text =
    'May 3, 2026\n\nOhio\nGovernor Ann Poe has ordered flags lowered from sunrise to sunset on Friday, May 8, 2026.\n\nIowa\nGovernor Kim Lee has ordered flags lowered from sunrise to sunset on Saturday, May 9, 2026.';
  expect(readOrders(text, { readOn: '2026-05-05' }).map(({ scope }) => scope?.value)).toEqual([
    { kind: 'states', states: ['OH'] },
    { kind: 'states', states: ['IA'] },
  ]);
});

test.each([
  'TWIN FALLS, Idaho, May 3, 2026 - According to the Office of Idaho Governor Ann Poe, the President has ordered the lowering of flags to half-staff immediately. The flag should be flown at half-staff until sunset on Friday, May 8, 2026.',
  'TWIN FALLS, Idaho, May 3, 2026 - The President has ordered flags to half-staff until sunset on Friday, May 8, 2026.',
])(
  'the order reader does not limit the President\'s order to the state that reports it: "%s"',
  (text) => {
    expect(summaryOf(text)).toBe('half | president | all | immediately - sunset 2026-05-08');
  },
);

const ORDER =
  'Governor Ann Poe has ordered all flags in Iowa to half-staff until sunset on Tuesday, May 5, 2026';

test.each([
  `Iowans said goodbye to Judge Joe Roe on Saturday. In her honor, ${ORDER}.`,
  `Retired Justice Joe Roe died on Saturday at 88. To honor the late justice, ${ORDER}.`,
  `DES MOINES, Iowa (May 3, 2026) - Longtime Ames lawmaker Joe Roe died Monday at 91.\n\nIn his honor, ${ORDER}.`,
  `Captain Joe Roe wore the star for 31 years. He died last night.\n\n${ORDER}, in his memory.`,
  `While flags remain at half-staff in honor of Judge Kim Lee, ${ORDER}, in memory of Joe Roe.`,
  `As Iowa continues to honor Judge Kim Lee, ${ORDER}, in memory of Joe Roe.`,
])('the order reader names the person that a reason refers to: "%s"', (text) => {
  expect(reasonIn(text)).toContain('Joe Roe');
});

test('the order reader takes the reason for a full-staff day from the main clause', () => {
  const text =
    'Although flags are still lowered in honor of Judge Joe Roe, Governor Ann Poe of Ohio has also directed that all flags be raised to full-staff on Saturday, July 4, 2026, from sunrise to sunset for Independence Day.';
  expect(summaryOf(text)).toBe('full | governor | OH | sunrise 2026-07-04 - sunset 2026-07-04');
  expect(reasonIn(text)).toBe('Independence Day');
});

test.each([
  'the U.S. flag and the POW/MIA flag',
  'U.S., state and POW/MIA flags',
  'American and POW/MIA flags',
  'all flags, including the POW/MIA flag,',
])('the order reader finds an order for the US flag beside another flag: %s', (flags) => {
  const text = `Governor Ann Poe of Ohio has ordered ${flags} flown at half-staff from sunrise to sunset on May 8, 2026.`;
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-08');
});

test.each([
  'When displayed with other flags, the flag of the United States stays at the top of its own staff.',
  'The City of Elm is reminded that the flag of the United States is also lowered.',
  'The POW/MIA flag should be lowered, too.',
])('the order reader keeps an order beside a sentence about the use of flags: "%s"', (sentence) => {
  const text = `Governor Ann Poe of Ohio has ordered flags flown at half-staff from sunrise to sunset on May 8, 2026. ${sentence}`;
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-08');
});

const JUDGE = 'in honor of Judge Lee Roe';
const TROOPER = 'in honor of Trooper Al Doe';
const ON_SATURDAY = 'be flown at half-staff from sunrise to sunset on Saturday, May 9, 2026,';

test.each([
  [
    `On April 30, 2026, I directed that flags in Ohio be flown at half-staff until the interment of Judge Lee Roe. I now direct that flags ${ON_SATURDAY} ${TROOPER}.`,
    'null - open',
  ],
  [
    `On April 28, 2026, I ordered flags in Ohio to half-staff until sunset on May 6, 2026, ${JUDGE}.\n\nI now order that flags ${ON_SATURDAY} ${TROOPER}.`,
    'null - sunset 2026-05-06',
  ],
  [
    `I have directed that flags in Ohio be flown at half-staff ${JUDGE}. Today I also direct that flags ${ON_SATURDAY} ${TROOPER}.`,
    'null - null',
  ],
])(
  'the order reader reads a new order for another person as a second order: "%s"',
  (text, first) => {
    const signed = `${text}\n\nAnn Poe, Governor`;
    expect(summaryOf(signed)).toBe(
      `half | governor | OH | ${first}\nhalf | governor | OH | sunrise 2026-05-09 - sunset 2026-05-09`,
    );
    const reasons = readOrders(signed, { readOn: '2026-05-05' }).map(({ reason }) => reason?.value);
    expect(reasons).toEqual(['Judge Lee Roe', 'Trooper Al Doe']);
  },
);

test('the order reader reads "I now direct" as an order after a sentence about last week', () => {
  const text = `May 4, 2026\n\nLast week I directed that flags in Ohio be lowered to half-staff ${JUDGE}. I now direct that the flags of the State of Ohio and of the United States ${ON_SATURDAY} ${TROOPER}.\n\nAnn Poe, Governor`;
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-09 - sunset 2026-05-09');
  expect(reasonIn(text)).toBe('Trooper Al Doe');
});

test('the order reader reads a repeated order for the same person as one order', () => {
  const text = `I ordered flags in Ohio to half-staff ${JUDGE}. I now order that flags ${ON_SATURDAY} in memory of Judge Roe.\n\nAnn Poe, Governor`;
  expect(summaryOf(text).split('\n')).toHaveLength(1);
});

test('the order reader does not treat a quotation with another reason as a second order', () => {
  const text = `Governor Ann Poe ordered flags in Ohio ${ON_SATURDAY.replace('be flown', 'flown')} ${TROOPER}. "I order flags to half-staff in memory of a son of the Lima Valley," she said.`;
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-09 - sunset 2026-05-09');
});

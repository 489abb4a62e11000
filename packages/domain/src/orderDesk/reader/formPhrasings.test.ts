import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';

const TITLES = [
  'Flag Status: Half-Staff',
  'OHIO FLAG ALERT\nU.S. and Ohio flags at half-staff',
  'Half-Staff Notice',
  'Flags Lowered to Half-Staff',
];
const GIVERS = [
  'Ordered by: Governor Ann Poe',
  'By order of Governor Ann Poe',
  'Issued by Governor Ann Poe',
  'Directed by: Gov. Ann Poe, State of Ohio',
];
const PLACES = ['Where: All state facilities in Ohio', 'Applies to: all State of Ohio buildings'];
const REASONS = ['In honor of: Trooper Jan Roe', 'Reason: Death of Trooper Jan Roe'];
const NOTES = [
  'Posted: May 7, 2026',
  'Last updated 5/7/2026 3:15 PM',
  'Next scheduled half-staff day: Memorial Day, May 25, 2026',
  'Contact: Facilities, 614-555-0100',
];

test.each<[string, string]>([
  [
    'From: Sunrise, Friday, May 8, 2026\nUntil: Sunset, Sunday, May 10, 2026',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Start: Friday, May 8, 2026 at sunrise\nEnd: Sunday, May 10, 2026 at sunset',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Start Date: May 8, 2026 (sunrise)\nEnd Date: May 10, 2026 (sunset)',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Lower flags: sunrise, May 8, 2026\nRaise flags: sunset, May 10, 2026',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Effective: Sunrise Friday, May 8, 2026\nExpires: Sunset Sunday, May 10, 2026',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Dates: Sunrise May 8, 2026 through sunset May 10, 2026',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'When: From sunrise on Friday, May 8, until sunset on Sunday, May 10, 2026',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  ['Duration: sunrise 5/8/2026 to sunset 5/10/2026', 'sunrise 2026-05-08 - sunset 2026-05-10'],
  ['Date: Saturday, May 9, 2026, sunrise to sunset', 'sunrise 2026-05-09 - sunset 2026-05-09'],
  ['When: Sunrise to sunset, Saturday, May 9, 2026', 'sunrise 2026-05-09 - sunset 2026-05-09'],
  [
    'Date: Saturday, May 9, 2026\nTime: Sunrise to sunset',
    'sunrise 2026-05-09 - sunset 2026-05-09',
  ],
  [
    'Day: Saturday, May 9, 2026\nHours: sunrise to sunset',
    'sunrise 2026-05-09 - sunset 2026-05-09',
  ],
  ['Start: Immediately\nEnd: Sunset, Sunday, May 10, 2026', 'immediately - sunset 2026-05-10'],
  [
    'Effective: Immediately\nUntil: Sunset on Sunday, May 10, 2026',
    'immediately - sunset 2026-05-10',
  ],
  [
    'Lowered: Immediately\nReturn to full-staff: Sunset, May 10, 2026',
    'immediately - sunset 2026-05-10',
  ],
  ['Beginning: Immediately\nEnding: Sunset, May 10, 2026', 'immediately - sunset 2026-05-10'],
  ['Period: Immediately through sunset on Sunday, May 10, 2026', 'immediately - sunset 2026-05-10'],
  [
    'Lower: sunrise Friday, May 8, 2026\nReturn to full staff: sunset Sunday, May 10, 2026',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Begins: May 8, 2026, sunrise\nEnds: May 10, 2026, sunset',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  [
    'Flags down: Friday, May 8, 2026 (sunrise)\nFlags up: Sunday, May 10, 2026 (sunset)',
    'sunrise 2026-05-08 - sunset 2026-05-10',
  ],
  ['Start: Immediately\nEnd: Until further notice', 'immediately - open'],
  ['Start: May 8, 2026\nEnd: May 10, 2026', 'null - null'],
  ['Start: To be announced\nEnd: Sunset on the day of interment', 'null - open'],
  ['Start: Sunrise, Friday, May 8, 2026\nEnd: To be determined', 'sunrise 2026-05-08 - open'],
])('the order reader finds the period of an order in the rows of a form: %j', (rows, period) => {
  for (const [index, title] of TITLES.entries())
    for (const [shift, giver] of GIVERS.entries()) {
      const lines = [
        title,
        giver,
        PLACES[(index + shift) % PLACES.length],
        rows,
        REASONS[shift % REASONS.length],
        NOTES[(index + shift) % NOTES.length],
      ];
      const [, authority, , read = ''] = summaryOf(lines.join('\n\n')).split(' | ');
      expect([authority, read], lines.join(' / ')).toEqual(['governor', period]);
    }
});

test.each([
  'No current half-staff order',
  'Flags are at full-staff',
  'Last half-staff period',
  'Half-staff request form',
])('the order reader finds no order in form rows below the title "%s"', (title) => {
  const rows = 'Start: Sunrise, May 8, 2026\nEnd: Sunset, May 10, 2026';
  expect(summaryOf(`${title}\n\nGovernor Ann Poe of Ohio\n\n${rows}`)).toBe('none');
});

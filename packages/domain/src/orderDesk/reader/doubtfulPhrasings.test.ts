import { expect, test } from 'vitest';
import { readOrders } from './readOrders.ts';

/** Returns the period, authority, scope and amendment of the only order as a short string. */
function summaryOf(text: string): string {
  const orders = readOrders(text, { readOn: '2026-05-05' });
  const [order] = orders;
  if (!order || orders.length !== 1) return `${orders.length} orders`;
  const { starts, ends, authority, scope, narrower, amends, kind } = order;
  const period = [starts, ends]
    .map((point) => (point ? Object.values(point.value).join(' ') : 'null'))
    .join(' - ');
  const place =
    scope?.value.kind === 'states'
      ? scope.value.states.join(' ')
      : (scope?.value.kind ?? (narrower ? 'narrower' : 'null'));
  const change = `${amends?.value ?? '-'}${kind?.value === 'full' ? ' full' : ''}`;
  return [period, authority?.value ?? 'null', place, change].join(' | ');
}

test.each([
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff in honor of Texas Trooper Jo Lee until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff for the victims in Dayton, Ohio, until sunset on May 9, 2026. Ohio flags are at half-staff, too.',
    'immediately - sunset 2026-05-09 | governor | null | -',
  ],
  [
    'Flags in Iowa, which have been at half-staff since May 1, 2026, will remain there until sunset on May 9, 2026, by order of Governor Poe.',
    'null - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff on Friday, May 8, 2026, and Saturday, May 9, 2026.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff on May 8, 2026, and again on May 12, 2026.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff from sunrise Friday, May 8, 2026, to Sunday.',
    'sunrise 2026-05-08 - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff for three days beginning Friday, May 8, 2026.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff for 48 hours.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff for the next 10 days.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff for a week, until May 12, 2026.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on the day of interment, but not before May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff. Funeral services will be held on Saturday, May 9, 2026. Flags will stay at half-staff until sunset that day.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff on the day of his funeral. The funeral is set for Friday, May 8, 2026, at 11 a.m.',
    'sunrise 2026-05-08 - sunset 2026-05-08 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff from sunrise to sunset on the day of her interment. Interment is on Friday, May 8, 2026.',
    'sunrise 2026-05-08 - sunset 2026-05-08 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff from sunrise to sunset on the day of her interment. Her funeral is on Thursday, May 7, 2026.',
    'null - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on the day of his funeral. A visitation is on Thursday, May 7, 2026, and the funeral is on Saturday, May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on the day of her interment. The funeral is on Saturday, May 9, 2026.',
    'immediately - open | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff immediately through his funeral service on Saturday, May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has rescinded the half-staff order of May 4, 2026.',
    'null - null | governor | IA | cancels',
  ],
  [
    'The half-staff order in Iowa has been canceled by Governor Poe.',
    'null - null | governor | IA | cancels',
  ],
  [
    'Governor Poe of Iowa is extending the half-staff order in Iowa through sunset on May 12, 2026.',
    'immediately - sunset 2026-05-12 | governor | IA | extends',
  ],
  [
    'Governor Poe of Iowa has ordered that flags in Iowa remain at half-staff one additional day, through sunset on May 12, 2026.',
    'immediately - sunset 2026-05-12 | governor | IA | extends',
  ],
  [
    'Governor Poe of Iowa directed flags in Iowa to be raised to full-staff at sunset on May 9, 2026.',
    'null - sunset 2026-05-09 | governor | IA | ends-early',
  ],
  [
    'Governor Poe of Iowa directs flags in Iowa to full-staff from sunrise to sunset on May 8, 2026, for the inauguration.',
    'sunrise 2026-05-08 - sunset 2026-05-08 | governor | IA | - full',
  ],
  [
    'Governor Poe of Iowa ordered flags to half-staff at the State Capitol until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | narrower | -',
  ],
  [
    'Governor Poe of Iowa ordered flags to half-staff in Ames until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | narrower | -',
  ],
  [
    'Governor Poe of Iowa ordered flags to half-staff at state buildings in Story County until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | narrower | -',
  ],
  [
    'Governor Poe of Iowa ordered flags to half-staff at the Department of Public Safety until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | narrower | -',
  ],
  [
    'Governor Poe of Iowa ordered flags to half-staff at all state parks until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | narrower | -',
  ],
  [
    'Governor Poe of Iowa ordered flags to half-staff in the 4th judicial district until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | narrower | -',
  ],
  [
    "Mayor Ann Lee of Ames has ordered flags at city buildings to half-staff until sunset on May 9, 2026, following Governor Poe's order for Iowa.",
    'immediately - sunset 2026-05-09 | city | narrower | -',
  ],
  [
    'Mayor Ann Lee has ordered city flags to half-staff until sunset on May 9, 2026. Governor Poe of Iowa thanked her.',
    'immediately - sunset 2026-05-09 | city | narrower | -',
  ],
  [
    'Per Sheriff Lou Gray, flags at county buildings are at half-staff until sunset on May 9, 2026, in honor of former Iowa Governor Jim Hale.',
    'immediately - sunset 2026-05-09 | null | narrower | -',
  ],
  [
    'University President Ann Lee ordered flags to half-staff on Friday, May 8, 2026.',
    'sunrise 2026-05-08 - sunset 2026-05-08 | null | null | -',
  ],
  [
    'Former President Hale died on May 4, 2026. Governor Poe of Iowa ordered flags in Iowa to half-staff for 30 days.',
    'null - null | governor | IA | -',
  ],
  [
    'The President of the Senate, acting as Governor of Iowa, ordered flags in Iowa to half-staff until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Lt. Gov. Sam Roe, acting governor of Iowa, has ordered flags in Iowa to half-staff until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Secretary of State Jan Lee announced that Governor Poe has ordered flags in Iowa to half-staff until sunset on May 9, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff at 8 a.m. on May 8, 2026, until 5 p.m. on May 9, 2026.',
    'time 2026-05-08 08:00 - time 2026-05-09 17:00 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff beginning at noon on May 8, 2026, and ending at sunset on May 9, 2026.',
    'time 2026-05-08 12:00 - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff from sunrise May 8, 2026, until noon May 9, 2026.',
    'sunrise 2026-05-08 - noon 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff immediately until sunset on May 9. Posted May 5, 2025. Copyright 2026.',
    'immediately - sunset 2025-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on Friday. The trooper died on May 4, 2026.',
    'immediately - null | governor | IA | -',
  ],
  [
    'May 5, 2026 - Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on Friday.',
    'immediately - sunset 2026-05-08 | governor | IA | -',
  ],
  [
    'May 5, 2026 - Governor Poe of Iowa has ordered flags in Iowa to half-staff effective immediately until sunset this Friday, the day of his funeral. The funeral is on Friday, May 8, at noon.',
    'immediately - sunset 2026-05-08 | governor | IA | -',
  ],
  [
    'May 5, 2026 - Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on Friday, May 9.',
    'immediately - null | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on May 9, 2026. The service is on May 11, 2026. Flags may be lowered again that day.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on May 9, 2026. Flags will again be lowered on May 15, 2026, Peace Officers Memorial Day.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on May 9, 2026. As a reminder, flags are also flown at half-staff on Memorial Day, May 25, 2026, until noon.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on May 9, 2026. A memorial fund is open until May 30, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on May 9, 2026. State offices are closed from noon on May 8, 2026.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
  [
    'Governor Poe of Iowa has ordered flags in Iowa to half-staff until sunset on May 9, 2026. He served from May 1, 1990, until June 2, 2020.',
    'immediately - sunset 2026-05-09 | governor | IA | -',
  ],
])('the order reader extracts only what the text states: "%s"', (text, expected) => {
  expect(summaryOf(text)).toBe(expected);
});

test.each([
  'The governor of Iowa has not ordered flags to half-staff.',
  'Governor Poe of Iowa is expected to order flags to half-staff until sunset on May 9, 2026.',
  'Governor Poe of Iowa will order flags to half-staff on Friday, May 8, 2026.',
  'Lawmakers want Governor Poe of Iowa to order flags to half-staff on May 8, 2026.',
  'Sen. Lee called on Governor Poe of Iowa to order flags lowered to half-staff until sunset on May 9, 2026.',
  'Governor Poe of Iowa asks all Iowans to fly flags at half-staff on Friday, May 8, 2026.',
  'Governor Poe of Iowa ordered flags to half-staff last week. They were raised on May 3, 2026.',
  'The flags that Governor Poe of Iowa ordered to half-staff on May 1, 2026, are back at full-staff.',
  'If the mayor approves, flags will be at half-staff on Friday, May 8, 2026.',
  'When is the flag flown at half-staff in Iowa? By order of the governor, and on Memorial Day until noon.',
  'Sign up to get an email when Governor Poe of Iowa orders flags to half-staff.',
  'Every year on May 15, the governor of Iowa orders flags to half-staff for Peace Officers Memorial Day.',
  'Under state law, the governor orders flags to half-staff for 10 days from the death of a former governor of Iowa.',
  'Governor Poe of Iowa has ordered the flags of Canada lowered to half-staff on Friday, May 8, 2026.',
  'Governor Poe of Iowa ordered the state flag lowered to half-staff on Friday, May 8, 2026. The U.S. flag stays at full-staff.',
])('the order reader finds no order in "%s"', (text) => {
  expect(readOrders(text, { readOn: '2026-05-05' })).toEqual([]);
});

test.each([
  'until sunset on May 9, 2026, at the earliest',
  'until sunset on May 9, 2026, subject to change',
  'until sunset on May 9, 2026 (possibly May 10)',
  'from sunrise to sunset on May 8 or May 9, 2026',
  'from sunrise to sunset on either Friday, May 8, 2026, or Saturday, May 9, 2026',
  'until sunset on May 9, 2026, then again from sunrise May 15 to sunset May 15, 2026',
  'until around sunset on May 9, 2026',
  'until sunset on or about May 9, 2026',
])(
  'the order reader leaves the start and end empty if the text does not clearly state the days: "%s"',
  (words) => {
    expect(
      summaryOf(`Governor Poe of Iowa has ordered flags in Iowa to half-staff ${words}.`),
    ).toBe('null - null | governor | IA | -');
  },
);

test.each([
  ['until sunset the day after May 9, 2026', 'immediately - null'],
  ['until the sunset before May 9, 2026', 'immediately - null'],
  [
    'from sunrise on the day before May 9, 2026, until sunset on May 9, 2026',
    'null - sunset 2026-05-09',
  ],
])(
  'the order reader ignores a date in "the day after May 9" and similar phrases: "%s"',
  (words, period) => {
    expect(
      summaryOf(`Governor Poe of Iowa has ordered flags in Iowa to half-staff ${words}.`),
    ).toBe(`${period} | governor | IA | -`);
  },
);

test.each([
  'Flags may be lowered as early as Friday, May 8, 2026.',
  'Flags are tentatively to be lowered from sunrise to sunset on Saturday, May 9, 2026.',
  'The period will be three days.',
])(
  'the order reader does not use the day in a title if a sentence in the text puts it in doubt: "%s"',
  (sentence) => {
    const order = 'Governor Poe of Iowa has ordered flags in Iowa to half-staff for Trooper Roe.';
    expect(
      summaryOf(`Flags to be lowered Saturday\n\nPublished: May 6, 2026\n\n${order} ${sentence}`),
    ).toBe('null - null | governor | IA | -');
  },
);

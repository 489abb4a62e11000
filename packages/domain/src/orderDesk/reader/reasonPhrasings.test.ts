import { describe, expect, test } from 'vitest';
import { readOrders } from './readOrders.ts';

const reasonIn = (text: string): string | undefined => {
  const orders = readOrders(text, { readOn: '2026-05-05' });
  expect(orders).toHaveLength(1);
  return orders[0]?.reason?.value;
};
const FLAGS = 'flags across Iowa lowered to half-staff until sunset on May 9, 2026';

describe('the reason for an order in a text', () => {
  test.each([
    'in honor of Trooper Kyle Sand',
    'in honor and in memory of Trooper Kyle Sand',
    'to honor Trooper Kyle Sand',
    'honoring Trooper Kyle Sand',
    'for fallen Trooper Kyle Sand',
    'for Kyle Sand',
    'in memory of the late Kyle Sand',
    'in remembrance of Kyle Sand',
    'as a mark of respect for Trooper Kyle Sand',
    'as a mark of respect for the memory of Kyle Sand',
    'as a sign of respect for Kyle Sand',
    'out of respect for Kyle Sand',
    'as a tribute to Kyle Sand',
    'in tribute to Kyle Sand',
    'to pay tribute to Kyle Sand',
    'to pay our respects to Kyle Sand',
    'to mourn the loss of Kyle Sand',
    'to mourn the death of Kyle Sand',
    'in mourning for Kyle Sand',
    'following the death of Kyle Sand',
    'following the line-of-duty death of Kyle Sand',
    'after the death of Trooper Kyle Sand',
    'upon the passing of Kyle Sand',
    'in recognition of the life and service of Kyle Sand',
    'in celebration of the life of Kyle Sand',
    'to commemorate the life of Kyle Sand',
    'to remember Kyle Sand',
    'in observance of the death of Kyle Sand',
    'as Iowa mourns Kyle Sand',
    'to recognize the sacrifice of Kyle Sand',
    'to acknowledge the service of Kyle Sand',
    'in reverence for Kyle Sand',
    'in salute to Kyle Sand',
    'as an expression of sorrow at the death of Kyle Sand',
    'as an expression of respect for Kyle Sand',
    'in gratitude for the service of Kyle Sand',
    'in appreciation of the service of Kyle Sand',
    'as we remember Kyle Sand',
    'because Trooper Kyle Sand was killed on duty',
    'to show respect for Kyle Sand',
    'in respect and memory of Kyle Sand',
    'dedicated to Trooper Kyle Sand',
  ])('is recognized after the mention of flags: "%s"', (words) => {
    expect(reasonIn(`Governor Poe of Iowa has ordered ${FLAGS} ${words}.`)).toContain('Kyle Sand');
  });

  test.each([
    'Trooper Kyle Sand died on Monday',
    'Sand was a hero. Trooper Kyle Sand was killed in the line of duty on May 3, 2026',
    'The order honors Trooper Kyle Sand',
    'This action honors the life of Kyle Sand',
    'The flags honor Kyle Sand',
    'They are lowered in memory of Kyle Sand',
    'The lowering is a tribute to Kyle Sand',
    'The governor lowered flags for Kyle Sand',
    'Kyle Sand, 34, passed away on Sunday',
    'The honor is for Trooper Kyle Sand',
    'Flags are lowered to honor Trooper Kyle Sand',
  ])('is found in the next sentence: "%s"', (words) => {
    expect(reasonIn(`Governor Poe of Iowa has ordered ${FLAGS}. ${words}.`)).toContain('Kyle Sand');
  });

  test.each([
    'In honor of Kyle Sand',
    'To honor Trooper Kyle Sand',
    'As a mark of respect for Kyle Sand',
    'Following the death of Kyle Sand',
    'In memory of Trooper Kyle Sand, who died May 3',
    'For Trooper Kyle Sand',
    'Mourning Trooper Kyle Sand',
  ])('is recognized at the beginning of a sentence: "%s"', (words) => {
    expect(reasonIn(`${words}, Governor Poe of Iowa has ordered ${FLAGS}.`)).toMatch(
      /Kyle Sand(?!.*Governor)/,
    );
  });

  test.each([
    'Flags lowered for Trooper Kyle Sand',
    'Governor Poe Orders Flags Lowered in Honor of Kyle Sand',
    'Flag Notice: Trooper Kyle Sand',
    'GOVERNOR POE ORDERS FLAGS TO HALF-STAFF FOR TROOPER KYLE SAND',
    'Flags at Half-Staff - Trooper Kyle Sand',
    'Remembering Trooper Kyle Sand',
  ])('is found in the title: "%s"', (words) => {
    expect(reasonIn(`${words}\n\nGovernor Poe of Iowa has ordered ${FLAGS}.`)).toMatch(
      /Kyle Sand/i,
    );
  });

  test.each([
    'in observance of Memorial Day',
    'to mark Patriot Day',
    'on Peace Officers Memorial Day',
    'in recognition of Pearl Harbor Remembrance Day',
    'for National Firefighters Memorial Sunday',
    'to commemorate Patriot Day',
    'for the 25th anniversary of the September 11 attacks',
    'for Workers Memorial Day',
  ])('can be an annual day: "%s"', (words) => {
    const name = words.split(' ').slice(-2).join(' ');
    expect(
      reasonIn(
        `Governor Poe of Iowa has ordered flags across Iowa to half-staff on May 8, 2026, ${words}.`,
      ),
    ).toContain(name);
  });
});

test.each([
  ['I, Ann Poe, Governor of Iowa,', 'do hereby order'],
  ['The Governor of Iowa,', 'orders'],
  ['The Governor of Iowa,', 'directs that'],
])(
  'the reason for an order ends before the verb that gives the order: "%s … %s"',
  (office, verb) => {
    const text = `${office} in tribute to Senator Jan Roe, ${verb} flags across Iowa be lowered to half-staff until sunset on May 9, 2026.`;
    expect(reasonIn(text)).toBe('Senator Jan Roe');
  },
);

describe('the reason for an order ends', () => {
  const ORDER = 'Governor Ann Poe of Iowa has ordered flags across Iowa lowered to half-staff';

  test.each(['from', 'starting', 'beginning'])('before a row such as "%s:"', (label) => {
    const text = `${ORDER}\n  in honor of:  Captain Kyle Sand, Ames Fire Department\n  ${label}:  sunrise, May 8, 2026\n  until:  sunset, May 9, 2026`;
    expect(reasonIn(text)).toBe('Captain Kyle Sand, Ames Fire Department');
  });

  test('before a line with a document type and a date', () => {
    const text = `ANNOUNCING THE DEATH OF KYLE SAND\nPROCLAMATIONS   May 4, 2026\n\n${ORDER} until sunset on May 9, 2026.`;
    expect(reasonIn(text)).toBe('KYLE SAND');
  });

  test('before a table row with a document type and a date', () => {
    const text = `GOVERNOR LOWERS FLAGS IN HONOR OF KYLE SAND\nPRESS RELEASE | May 4, 2026\n\n${ORDER} until sunset on May 9, 2026.`;
    expect(reasonIn(text)).toBe('KYLE SAND');
  });

  test('before "as a mark of respect"', () => {
    const text = `${ORDER} until sunset on May 9, 2026, in honor of Judge Kyle Sand as a mark of respect.`;
    expect(reasonIn(text)).toBe('Judge Kyle Sand');
  });

  test('before the day of the funeral in "listed the funeral of … as Friday"', () => {
    const text = `Our notice listed the funeral of Judge Kyle Sand as Friday, May 8.\n\n${ORDER} until sunset on May 9, 2026.`;
    expect(reasonIn(text)).toBe('Judge Kyle Sand');
  });

  test('before a clause about the family', () => {
    const text = `${ORDER} until sunset on May 9, 2026, in honor of Judge Kyle Sand as his family gathers in Ames.`;
    expect(reasonIn(text)).toBe('Judge Kyle Sand');
  });

  test('before the next item of a numbered list', () => {
    const text = `1. ${ORDER} from sunrise to sunset on May 9, 2026, in honor of Captain Kyle Sand\n2. Schools in Iowa are open on Saturday, May 9, 2026, and buses run on the usual routes all day long`;
    expect(reasonIn(text)).toBe('Captain Kyle Sand');
  });

  test.each([
    'the Secretary directs that flags',
    'the Chief of the Forest Service has ordered that flags',
    'Secretary Moe of the Department of the Interior directs that flags',
  ])('before the office that gives the order: "%s"', (words) => {
    const text = `In recognition of Ranger Kyle Sand, ${words} at all Forest Service facilities be flown at half-staff until sunset on May 9, 2026.`;
    expect(reasonIn(text)).toBe('Ranger Kyle Sand');
  });
});

test('the order reader does not use a reason from the next sentence if it belongs to an older order', () => {
  const text =
    "BANGOR, Maine (May 4, 2026) - Governor Ann Poe directed that flags in Waldo County be flown at half-staff on Saturday, May 9, from sunrise to sunset, the day of Sand's service. Poe last lowered the flags in the county in March, after the fire that killed six people.";
  expect(reasonIn(text)).toBe('Sand');
});

test('the order reader leaves out the bullet before a name', () => {
  const text =
    'Governor Ann Poe has ordered flags across Iowa lowered to half-staff until sunset on May 9, 2026, in memory of:\n• Deputy Kyle Sand\n• Deputy Jan Roe';
  expect(reasonIn(text)).toBe('Deputy Kyle Sand');
});

test('the order reader replaces the reason "his service to the State" with the name of the person mentioned above it', () => {
  const text =
    'FROM: Governor Ann Poe\nDATE: May 4, 2026\n\nFormer Senator Kyle Sand died on May 2, 2026.\n\nAs a mark of respect for his service to the State of Iowa, I hereby direct the flags of the United States and the State of Iowa to be flown at half-staff at all state buildings from sunrise to sunset on Friday, May 8, 2026.';
  expect(reasonIn(text)).toBe('Former Senator Kyle Sand');
});

test("the order reader does not use the reason for another official's order", () => {
  const text =
    "ATLANTA, Ga. (May 4, 2026) - Mayor Ann Poe of Atlanta ordered flags at City Hall to half-staff until sunset on May 6. The President's order for Judge Kyle Sand ended on May 2.";
  expect(reasonIn(text)).toBeUndefined();
});

test.each([
  'in memory of Trooper Kyle Sand from May 6 to May 9',
  'in memory of Trooper Kyle Sand, is amended',
  'in memory of Trooper Kyle Sand two days early',
  'in memory of Trooper Kyle Sand, comes a year after the first',
  'for the services of Trooper Kyle Sand, Saturday, May 9, and again on Monday, May 11',
])('the reason for an order ends where a new clause or a day begins: "%s"', (words) => {
  expect(reasonIn(`Governor Ann Poe of Iowa directed ${FLAGS}. The order, ${words}.`)).toMatch(
    /Trooper Kyle Sand$/,
  );
});

test('the order reader prefers the reason in a sentence that names a person over the reason in the title', () => {
  const text =
    'FLAG ORDER - GOV. POE LOWERS FLAGS TO HONOR FORMER MAYOR\n\nDES MOINES – Governor Ann Poe has ordered flags at all state offices in Iowa to half-staff until sunset on May 9, 2026. This action is taken to honor the life of former Mayor Jan Roe, who died on May 1.';
  expect(reasonIn(text)).toContain('Jan Roe');
});

test('the order reader leaves the reason empty if a text only says "her memory"', () => {
  const text =
    'As a mark of respect for her memory and service, Governor Ann Poe of Ohio has ordered flags lowered to half-staff until sunset on May 9, 2026.';
  const [order] = readOrders(text, { readOn: '2026-05-06' });
  expect(order?.ends?.value).toEqual({ kind: 'sunset', date: '2026-05-09' });
  expect(order?.reason).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { readOrders } from './readOrders.ts';

const read = (text: string, readOn = '2026-05-05') => readOrders(text, { readOn });
const only = (text: string, readOn?: string) => {
  const orders = read(text, readOn);
  expect(orders).toHaveLength(1);
  return orders[0]!;
};
const ORDER = 'The Governor of Ohio has ordered flags in Ohio to half-staff';

describe('the sentence that the order reader quotes for a field', () => {
  const text =
    'News\n\nGovernor Ann Bell of Ohio ordered flags statewide to half-staff. Flags will be lowered from sunrise to sunset on Friday, May 8, 2026. It is in memory of Trooper Cole.';
  const order = only(text);

  test('is an exact part of the pasted text', () => {
    expect(text.slice(order.starts?.start, order.starts?.end)).toBe(
      'Flags will be lowered from sunrise to sunset on Friday, May 8, 2026.',
    );
    expect(text.slice(order.authority?.start, order.authority?.end)).toBe(
      'Governor Ann Bell of Ohio ordered flags statewide to half-staff.',
    );
    expect(order.ends?.value).toEqual({ kind: 'sunset', date: '2026-05-08' });
  });

  test('has correct offsets after markup and invisible characters', () => {
    const marked = `<p>News&nbsp;&amp;\u200b more</p><p>${ORDER} until sunset on May&nbsp;9, <b>20</b>26.</p>`;
    const { ends } = only(marked);
    expect(ends?.value).toEqual({ kind: 'sunset', date: '2026-05-09' });
    expect(marked.slice(ends?.start, ends?.end)).toMatch(/^The Governor of Ohio .*26\.$/);
  });
});

describe('dates in an order', () => {
  test.each([
    ['until sunset on May 9, 2026', '2026-05-09'],
    ['until sunset on the 9th of May, 2026', '2026-05-09'],
    [
      'until sunset on the ninth day of May, in the year of our Lord two thousand twenty-six',
      '2026-05-09',
    ],
    ['until sunset, Saturday, 05/09/2026', '2026-05-09'],
    ['through sundown on 2026-05-09', '2026-05-09'],
    ['until sunset on Sept. 9, 2026', '2026-09-09'],
  ])('are recognized in "%s"', (words, date) => {
    expect(only(`${ORDER} ${words}, for Ann Lee.`).ends?.value).toEqual({ kind: 'sunset', date });
  });

  test.each([
    'until sunset on February 30, 2026',
    'until sunset on Friday, May 9, 2026',
    'until sunset on 13/05/2026',
    'until sunset on May 9, 2O26',
    'until sunset on May 9',
    'until sunset on Friday',
    'until sunset tomorrow',
    'until midnight on May 9, 2026',
    'until two hours after sunset on May 9, 2026',
    'until the day before sunset on May 9, 2026',
    'until sunset on May 9th and 10th, 2026',
    'until sunset on the Sunday after May 9, 2026',
    'on May 9, 2026, until two hours after sunset',
    'from 8 to 5 on May 9, 2026',
    'until close of business on May 9, 2026',
    'through Saturday, May 9, 2026',
    'until sunset on May \u202e9\u202c, 2026',
    'until sunset on May 9\u0336, 2026',
  ])('are left empty for "%s"', (words) => {
    expect(only(`${ORDER} ${words}, for Ann Lee.`).ends).toBeNull();
  });

  test('take their year from a dateline, or from the other date of a range', () => {
    expect(only(`May 4, 2026\n\n${ORDER} until sunset on Friday.`).ends?.value).toEqual({
      kind: 'sunset',
      date: '2026-05-08',
    });
    const range = `${ORDER} from sunrise on December 30 until sunset on January 2, 2027.`;
    expect(only(range)).toMatchObject({
      starts: { value: { kind: 'sunrise', date: '2026-12-30' } },
      ends: { value: { kind: 'sunset', date: '2027-01-02' } },
    });
  });

  test('do not include dates of deaths or ceremonies, or dates in other years', () => {
    const order = only(
      `${ORDER} in honor of Ann Lee, who died on May 3, 2026, until sunset on May 9, 2026. A vigil is at sunset on May 7, 2026. The funeral is on May 10, 2026, at noon.`,
    );
    expect(order.ends?.value).toEqual({ kind: 'sunset', date: '2026-05-09' });
    expect(order.starts?.value).toEqual({ kind: 'immediately' });
  });

  test('are both left empty if the end comes before the start', () => {
    const order = only(`${ORDER} from sunrise on May 9, 2026 until sunset on May 8, 2026.`);
    expect(order).toMatchObject({ starts: null, ends: null });
  });

  test('are left empty if two sentences contradict each other', () => {
    const order = only(
      `${ORDER} until sunset on May 9, 2026. Flags will remain at half-staff until sunset on May 10, 2026.`,
    );
    expect(order.ends).toBeNull();
  });
});

describe('the order reader finds no order', () => {
  test.each([
    ['a request', 'The mayor urges all to fly flags at half-staff until sunset on May 9, 2026.'],
    ['a denial', 'The Governor of Ohio has not ordered flags to half-staff on May 9, 2026.'],
    [
      'a condition',
      'If the Governor of Ohio orders flags to half-staff on May 9, 2026, we follow.',
    ],
    ['a plan', 'The Governor of Ohio plans to order flags to half-staff on May 9, 2026.'],
    ['an intention', 'The Governor of Ohio will order flags to half-staff on May 9, 2026.'],
    ['a template', `Template: ${ORDER} until sunset on May 9, 2026.`],
    [
      'a film',
      'In the film, the President orders flags to half-staff until sunset on May 9, 2026.',
    ],
    ['an invitation', 'Please join us in lowering flags to half-staff on May 8, 2026.'],
    [
      'a wish',
      'They want the Governor of Ohio to have ordered flags to half-staff on May 8, 2026.',
    ],
    ['a rule', 'When the President orders it, the flag is flown at half-staff until sunset.'],
    [
      'a report about the past',
      'Last week flags flew at half-staff until sunset on May 1, 2026, for Ann Lee.',
    ],
    ['a full-staff notice', 'Flag status: full-staff. There is no current half-staff order.'],
    [
      'an order about another flag',
      'The Canadian flag is flown at half-mast until sunset on May 9, 2026.',
    ],
    [
      '“staff” in the sense of employees',
      'The clinic will operate with half staff on Friday, May 8, 2026.',
    ],
    [
      'hidden text',
      `<p>Flag news</p><p style="display:none">${ORDER} until sunset on May 9, 2026.</p>`,
    ],
    ['deleted text', `<p>Flag news</p><del>${ORDER} until sunset on May 9, 2026.</del>`],
    ['empty text', ''],
  ])('in %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('the date of a different event or deadline', () => {
  test.each([
    'A candlelight vigil will be held from sunset on May 9, 2026 until midnight.',
    'Visitation will be from noon until 4 p.m. on May 9, 2026 at the Statehouse.',
    'State offices will be closed from noon on May 8, 2026 until 8 a.m. on May 9, 2026.',
    'The park is open from sunrise to sunset on May 9, 2026.',
    'The burn ban order expires at sunset on May 10, 2026.',
    'She also ordered schools closed until sunset on May 10, 2026.',
    'There will be a fair. It runs from sunrise to noon on May 8, 2026.',
    'Hunting hours: sunrise to sunset, May 20, 2026.',
    'Ann Lee was born on May 9, 1950, and served until May 9, 2020.',
    'The sunset on May 9, 2026 marks the end of the festival.',
  ])('is not used for the order: "%s"', (sentence) => {
    expect(only(`${ORDER}. ${sentence}`)).toMatchObject({ starts: null, ends: null });
    expect(only(`${ORDER} on May 7, 2026. ${sentence}`)).toMatchObject({
      starts: { value: { kind: 'sunrise', date: '2026-05-07' } },
      ends: { value: { kind: 'sunset', date: '2026-05-07' } },
    });
  });
});

describe('two orders in one text', () => {
  test('have separate states and end dates if two governors issued them', () => {
    const orders = read(
      `${ORDER} until sunset on May 9, 2026. Kentucky Governor Ash has ordered flags in Kentucky to half-staff until sunset on May 10, 2026.`,
    );
    expect(orders).toMatchObject([
      { scope: { value: { states: ['OH'] } }, ends: { value: { date: '2026-05-09' } } },
      { scope: { value: { states: ['KY'] } }, ends: { value: { date: '2026-05-10' } } },
    ]);
  });

  test('are both found even if one is a full-staff exception within the period of the other', () => {
    const orders = read(
      `${ORDER} until sunset on May 9, 2026. He ordered flags in Ohio to be raised to full-staff for one day, Friday, May 8, 2026, for the graduation.`,
    );
    expect(orders.map(({ kind }) => kind?.value)).toEqual(['half', 'full']);
    expect(orders[1]).toMatchObject({
      starts: { value: { kind: 'sunrise', date: '2026-05-08' } },
      ends: { value: { kind: 'sunset', date: '2026-05-08' } },
    });
  });

  test('count as one if the second only repeats or translates the first', () => {
    const text = `${ORDER} until sunset on May 9, 2026.`;
    expect(
      read(`${text}\n\nBanderas a media asta hasta el 9 de mayo de 2026.\n\n${text}`),
    ).toHaveLength(1);
  });
});

describe('a change to an order', () => {
  test.each([
    [
      'has extended the order. Flags in Ohio remain at half-staff until sunset on May 9, 2026.',
      'extends',
      '2026-05-09',
    ],
    [
      'has directed that flags in Ohio be returned to full-staff at sunset on May 6, 2026.',
      'ends-early',
      '2026-05-06',
    ],
    [
      'has rescinded the order to fly flags at half-staff until sunset on May 9, 2026.',
      'cancels',
      undefined,
    ],
  ])('is recognized in "the Governor %s"', (words, amends, date) => {
    const order = only(`The Governor of Ohio ${words}`);
    expect(order.amends?.value).toBe(amends);
    expect(order.ends?.value).toEqual(date && { kind: 'sunset', date });
  });
});

describe('reading the authority and scope of an order', () => {
  test('uses the state that the governor governs, not a state that receives condolences', () => {
    const order = only(
      'Governor Ann Bell of Ohio ordered flags to half-staff until sunset on May 9, 2026, in honor of the victims in Dover, Delaware.',
    );
    expect(order.scope?.value).toEqual({ kind: 'states', states: ['OH'] });
  });

  test('ignores a state that is mentioned only in a later sentence', () => {
    for (const after of [
      'The Governor of Kentucky also sent his condolences.',
      'Flags in Kentucky are at full-staff.',
      'She once worked for the State of Kentucky.',
    ]) {
      const order = only(
        `Governor Bell ordered flags to half-staff until sunset on May 9, 2026, for Ann Lee. ${after}`,
      );
      expect(order.scope, after).toBeNull();
    }
  });

  test.each([
    'in northwest Ohio',
    'in parts of Ohio',
    'in Perry, Stark and Lake Counties',
    'at Ohio state parks',
    'at police stations statewide',
    'at the Department of Corrections',
    'outside offices in downtown Columbus',
    'on the Ohio Turnpike',
    'in Columbus',
  ])('leaves the scope empty if the text says that flags are lowered %s', (place) => {
    const order = only(
      `The Governor of Ohio has ordered flags ${place} to half-staff until sunset on May 9, 2026.`,
    );
    expect(order.scope).toBeNull();
    expect(order.narrower).not.toBeNull();
  });

  test('leaves the scope empty for an order about a county, a city or a building', () => {
    for (const place of ['in Perry County', 'in the city of Lima', 'at the Statehouse']) {
      const order = only(
        `The Governor of Ohio has ordered flags ${place} to be flown at half-staff until sunset on May 9, 2026.`,
      );
      expect(order.scope, place).toBeNull();
      expect(order.narrower, place).not.toBeNull();
    }
  });

  test("returns the President as the authority if a governor carries out the President's order", () => {
    const order = only(
      'In accordance with the President’s proclamation, the Governor of Ohio has ordered flags in Ohio to half-staff until sunset on May 9, 2026.',
    );
    expect(order.authority?.value).toBe('president');
    expect(order.scope?.value).toEqual({ kind: 'states', states: ['OH'] });
  });

  test('returns no authority for the president of an organization', () => {
    const order = only(
      'The President of the University has ordered flags on campus to half-staff until sunset on May 9, 2026.',
    );
    expect(order.authority).toBeNull();
    expect(order.scope).toBeNull();
  });
});

test('the order reader marks an order as past from the day after its end', () => {
  const text = `${ORDER} until sunset on May 9, 2026.`;
  expect(only(text, '2026-05-09').past).toBe(false);
  expect(only(text, '2026-05-10').past).toBe(true);
});

test('the order reader does not use the current date to fill in a missing year', () => {
  const text = `${ORDER} until sunset on May 9.`;
  for (const readOn of ['2026-05-08', '2019-05-08']) expect(only(text, readOn).ends).toBeNull();
});

test('the order reader treats a look-alike character as the letter that it resembles', () => {
  const text = `${ORDER} until sunset on M\u0430y 9, 2026.`;
  expect(only(text).ends?.value).toEqual({ kind: 'sunset', date: '2026-05-09' });
});

import { describe, expect, test } from 'vitest';
import { isTimeZone } from '../time/timeZone.ts';
import { geographyOf, spansZones, US_TIME_ZONES } from './geography.ts';
import { locate, placeOf, zipDigits } from './place.ts';
import { STATE_CODES, US_STATES } from './states.ts';

const unset = { latitude: null, longitude: null, timeZone: null };

/** The 50 states and DC, as the specification lists them. */
const SPECIFIED = 51;

test('every state has a center in the US and valid time zones', () => {
  for (const code of STATE_CODES.slice(0, SPECIFIED)) {
    const { latitude, longitude } = geographyOf(code)!;
    expect(latitude, code).toBeGreaterThan(18);
    expect(latitude, code).toBeLessThan(72);
    expect(longitude, code).toBeGreaterThan(-180);
    expect(longitude, code).toBeLessThan(-66);
  }
  expect(US_TIME_ZONES.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(US_TIME_ZONES).toHaveLength(16);
});

test("the list of states has the specification's 51 entries, then the territories, each with its own time zone", () => {
  expect(US_STATES[SPECIFIED - 1]).toEqual(['WY', 'Wyoming']);
  expect(US_STATES.slice(SPECIFIED)).toEqual([
    ['PR', 'Puerto Rico'],
    ['GU', 'Guam'],
    ['VI', 'U.S. Virgin Islands'],
    ['AS', 'American Samoa'],
    ['MP', 'Northern Mariana Islands'],
  ]);
  expect(STATE_CODES.slice(SPECIFIED).map((code) => geographyOf(code))).toEqual([
    { latitude: 18.2, longitude: -66.4, zones: ['America/Puerto_Rico'] },
    { latitude: 13.4, longitude: 144.8, zones: ['Pacific/Guam'] },
    { latitude: 18, longitude: -64.8, zones: ['America/St_Thomas'] },
    { latitude: -14.3, longitude: -170.7, zones: ['Pacific/Pago_Pago'] },
    { latitude: 15.2, longitude: 145.8, zones: ['Pacific/Saipan'] },
  ]);
});

test('the list of states shows which states have several time zones', () => {
  expect(STATE_CODES.filter(spansZones)).toEqual(
    'AK AZ FL ID IN KS KY MI NE NV ND OR SD TN TX'.split(' '),
  );
  expect(spansZones('XX')).toBe(false);
});

test('a location is at the coordinates that users set, otherwise at the center of its state', () => {
  expect(placeOf({ state: 'FL', ...unset })).toEqual({
    latitude: 28.6,
    longitude: -82.5,
    timeZone: 'America/New_York',
  });
  const pensacola = { latitude: 30.42, longitude: -87.22, timeZone: 'America/Chicago' };
  expect(placeOf({ state: 'FL', ...pensacola })).toEqual(pensacola);
  expect(placeOf({ state: 'FL', ...pensacola, longitude: null }).latitude).toBe(28.6);
  expect(placeOf({ state: 'constructor', ...unset }).timeZone).toBe('America/New_York');
});

describe('a location with a known ZIP code', () => {
  const elPaso = { latitude: 31.76, longitude: -106.48, timeZone: 'America/Denver' };
  const zip = { state: 'TX', ...elPaso };

  test('is at the coordinates of its ZIP code', () => {
    expect(locate({ state: 'TX', ...unset }, zip)).toEqual({ place: elPaso, source: 'zip' });
  });

  test('keeps the coordinates that users set, and has the time zone of its ZIP code', () => {
    const set = { latitude: 31.8, longitude: -106.4 };
    expect(locate({ state: 'TX', ...unset, ...set }, zip)).toEqual({
      place: { ...set, timeZone: 'America/Denver' },
      source: 'set',
    });
  });

  test('has the coordinates of its ZIP code, and keeps the time zone that users set', () => {
    const chosen = { ...unset, timeZone: 'America/Chicago' };
    expect(locate({ state: 'TX', ...chosen }, zip)).toEqual({
      place: { ...elPaso, timeZone: 'America/Chicago' },
      source: 'zip',
    });
  });

  test('is at the center of its state if the ZIP code is in a different state', () => {
    const ohio = { place: placeOf({ state: 'OH', ...unset }), source: 'state' };
    expect(locate({ state: 'OH', ...unset }, zip)).toEqual(ohio);
  });
});

test.each([
  ['79901', '79901'],
  ['79901-1234', '79901'],
  [' 00901 ', '00901'],
  ['7990', null],
  ['799011234', null],
  ['79901-', null],
  ['K1A 0B1', null],
  ['', null],
])('the text %o is read as the ZIP code %o', (zip, digits) => {
  expect(zipDigits(zip)).toBe(digits);
});

test('a time zone name is valid only if the runtime supports it', () => {
  expect(isTimeZone('Pacific/Honolulu')).toBe(true);
  for (const name of ['', '+05:00', 'Mars/Olympus', 'America/New York'])
    expect(isTimeZone(name), name).toBe(false);
});

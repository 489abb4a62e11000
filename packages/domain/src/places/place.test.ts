import { expect, test } from 'vitest';
import { geographyOf, spansZones, US_TIME_ZONES } from './geography.ts';
import { placeOf } from './place.ts';
import { STATE_CODES } from './states.ts';
import { isTimeZone } from './timeZone.ts';

const unset = { latitude: null, longitude: null, timeZone: null };

test('every state has a middle within the US and time zones that exist', () => {
  for (const code of STATE_CODES) {
    const { latitude, longitude } = geographyOf(code)!;
    expect(latitude, code).toBeGreaterThan(18);
    expect(latitude, code).toBeLessThan(72);
    expect(longitude, code).toBeGreaterThan(-180);
    expect(longitude, code).toBeLessThan(-66);
  }
  expect(US_TIME_ZONES.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(US_TIME_ZONES).toHaveLength(11);
});

test('states of more than one time zone are named, so that people check theirs', () => {
  expect(STATE_CODES.filter(spansZones)).toEqual(
    'AK AZ FL ID IN KS KY MI NE NV ND OR SD TN TX'.split(' '),
  );
  expect(spansZones('XX')).toBe(false);
});

test('a location is where people set it, else in the middle of its state', () => {
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

test('a time zone is a name that clocks know', () => {
  expect(isTimeZone('Pacific/Honolulu')).toBe(true);
  for (const name of ['', '+05:00', 'Mars/Olympus', 'America/New York'])
    expect(isTimeZone(name), name).toBe(false);
});

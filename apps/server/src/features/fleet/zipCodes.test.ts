import { geographyOf, isTimeZone, type Place, STATE_CODES, sunDay } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { locationPlace } from './locationPlace.ts';
import { placeOfZip } from './zipCodes.ts';

const unset = { latitude: null, longitude: null, timeZone: null };

describe.each([
  ['79901', 'El Paso', 'TX', 31.76, -106.49, 'America/Denver'],
  ['99801', 'Juneau', 'AK', 58.3, -134.42, 'America/Anchorage'],
  ['99901', 'Ketchikan', 'AK', 55.34, -131.65, 'America/Anchorage'],
  ['99501', 'Anchorage', 'AK', 61.22, -149.9, 'America/Anchorage'],
  ['99505', 'Joint Base Elmendorf-Richardson', 'AK', 61.26, -149.8, 'America/Anchorage'],
  ['99546', 'Adak', 'AK', 51.88, -176.66, 'America/Adak'],
  ['96813', 'Honolulu', 'HI', 21.31, -157.86, 'Pacific/Honolulu'],
  ['86515', 'Window Rock', 'AZ', 35.68, -109.05, 'America/Denver'],
  ['86001', 'Flagstaff', 'AZ', 35.2, -111.65, 'America/Phoenix'],
  ['86042', 'Polacca, Hopi Reservation', 'AZ', 35.84, -110.38, 'America/Phoenix'],
  ['46201', 'Indianapolis', 'IN', 39.77, -86.1, 'America/Indiana/Indianapolis'],
  ['47708', 'Evansville', 'IN', 37.97, -87.57, 'America/Chicago'],
  ['46402', 'Gary', 'IN', 41.6, -87.34, 'America/Chicago'],
  ['83702', 'Boise', 'ID', 43.62, -116.2, 'America/Boise'],
  ['83814', "Coeur d'Alene", 'ID', 47.68, -116.78, 'America/Los_Angeles'],
  ['97914', 'Ontario', 'OR', 44.03, -116.97, 'America/Boise'],
  ['32501', 'Pensacola', 'FL', 30.42, -87.22, 'America/Chicago'],
  ['37902', 'Knoxville', 'TN', 35.96, -83.92, 'America/New_York'],
  ['57701', 'Rapid City', 'SD', 44.08, -103.23, 'America/Denver'],
  ['00901', 'San Juan', 'PR', 18.47, -66.11, 'America/Puerto_Rico'],
  ['00802', 'Charlotte Amalie', 'VI', 18.34, -64.93, 'America/St_Thomas'],
  ['96910', 'Hagåtña', 'GU', 13.47, 144.75, 'Pacific/Guam'],
  ['96950', 'Saipan', 'MP', 15.19, 145.75, 'Pacific/Saipan'],
  ['96799', 'Pago Pago', 'AS', -14.28, -170.7, 'Pacific/Pago_Pago'],
  // These ZIP codes are used only for PO boxes or a single organization.
  ['99811', 'Juneau, State of Alaska', 'AK', 58.3, -134.42, 'America/Anchorage'],
  ['20500', 'The White House', 'DC', 38.9, -77.04, 'America/New_York'],
  ['00936', 'San Juan, PO boxes', 'PR', 18.45, -66.07, 'America/Puerto_Rico'],
])('ZIP code %s (%s)', (zip, _name, state, latitude, longitude, timeZone) => {
  test('is within 25 km of the correct coordinates, in the right state and time zone', () => {
    const place = placeOfZip(zip);
    expect(place).toMatchObject({ state, timeZone });
    expect(kilometers(place!, { latitude, longitude })).toBeLessThan(25);
  });
});

test.each([
  ['79901-1234', 'TX'],
  [' 79901 ', 'TX'],
  ['7990', undefined],
  ['799011234', undefined],
  ['00000', undefined],
  ['99999', undefined],
  ['K1A 0B1', undefined],
  ['', undefined],
  // Military addresses have no location in the US.
  ['09001', undefined],
])('parsing a ZIP code returns the expected state: %o', (zip, state) => {
  expect(placeOfZip(zip)?.state).toBe(state);
});

test("the ZIP code table has more than 41,000 entries, each near the center of its state and in one of the state's time zones", () => {
  const found = Array.from({ length: 100_000 }, (_, zip) => String(zip).padStart(5, '0')).flatMap(
    (zip) => placeOfZip(zip) ?? [],
  );
  expect(found.length).toBeGreaterThan(41_000);
  expect([...new Set(found.map(({ state }) => state))].sort()).toEqual([...STATE_CODES].sort());
  // The western end of the Aleutian Islands is 2,200 km from the center of Alaska.
  const reach = (state: string) => (state === 'AK' ? 2300 : 800);
  const strays = found.filter(
    (place) => kilometers(place, geographyOf(place.state)!) > reach(place.state),
  );
  expect(strays).toEqual([]);
  // Some towns in eastern Alabama use the time of Georgia.
  const zonesOf = (state: string) => [
    ...geographyOf(state)!.zones,
    ...(state === 'AL' ? ['America/New_York'] : []),
  ];
  expect(found.filter(({ state, timeZone }) => !zonesOf(state).includes(timeZone))).toEqual([]);
  const zones = new Set(found.map(({ timeZone }) => timeZone));
  expect([...zones].filter((zone) => !isTimeZone(zone))).toEqual([]);
});

// The expected times of sunrise come from NOAA's solar equations, with the coordinates of each
// city.
test.each([
  ['El Paso', '79901', 'TX', '2026-05-25T12:03:34Z'],
  ['Juneau', '99801', 'AK', '2026-05-25T12:12:03Z'],
  ['Ketchikan', '99901', 'AK', '2026-05-25T12:20:57Z'],
])(
  'the sunrise computed for a ZIP code in %s is accurate to within a minute',
  (_city, zip, state, sunrise) => {
    const { place, source } = locationPlace({ state, zip, ...unset });
    expect(source).toBe('zip');
    const sun = sunDay('2026-05-25', place);
    expect(sun.kind === 'ordinary' && Math.abs(sun.sunrise - Date.parse(sunrise))).toBeLessThan(
      60_000,
    );
  },
);

test('a location whose ZIP code is in another state gets the coordinates of the center of its own state', () => {
  expect(locationPlace({ state: 'AK', zip: '79901', ...unset })).toEqual({
    place: { latitude: 64.3, longitude: -152.3, timeZone: 'America/Anchorage' },
    source: 'state',
  });
});

type Point = Pick<Place, 'latitude' | 'longitude'>;

function kilometers(a: Point, b: Point): number {
  const perDegree = 111.2;
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180);
  return perDegree * Math.hypot(a.latitude - b.latitude, east);
}

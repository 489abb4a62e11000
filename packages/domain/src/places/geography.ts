import type { UsState } from './states.ts';

/** The coordinates and time zones of a state. */
export interface StateGeography {
  /** The latitude in degrees north. */
  latitude: number;
  /**
   * The longitude in degrees east: negative in the US, except in Guam and the Northern Mariana
   * Islands.
   */
  longitude: number;
  /**
   * The IANA names of the state's time zones. The first one is where most of the state's people
   * live.
   */
  zones: readonly [string, ...string[]];
}

/** The US time zone where a date ends last: American Samoa, 11 hours behind UTC. */
export const LAST_US_ZONE = 'Pacific/Pago_Pago';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

const at = (
  latitude: number,
  longitude: number,
  ...zones: [string, ...string[]]
): StateGeography => ({ latitude, longitude, zones });

/**
 * The time zones of each state (49 CFR part 71), and the coordinates of the center of its outline.
 * For a territory, the coordinates are those of the most populous island or, for the U.S. Virgin
 * Islands, of the whole group.
 */
const GEOGRAPHY: Readonly<Record<UsState, StateGeography>> = {
  AL: at(32.8, -86.8, CENTRAL),
  AK: at(64.3, -152.3, 'America/Anchorage', 'America/Adak'),
  AZ: at(34.3, -111.7, 'America/Phoenix', MOUNTAIN),
  AR: at(34.9, -92.4, CENTRAL),
  CA: at(37.2, -119.5, PACIFIC),
  CO: at(39.0, -105.5, MOUNTAIN),
  CT: at(41.6, -72.7, EASTERN),
  DE: at(39.0, -75.5, EASTERN),
  DC: at(38.9, -77.0, EASTERN),
  FL: at(28.6, -82.5, EASTERN, CENTRAL),
  GA: at(32.6, -83.4, EASTERN),
  HI: at(20.8, -156.9, 'Pacific/Honolulu'),
  ID: at(44.4, -114.6, 'America/Boise', PACIFIC),
  IL: at(40.0, -89.2, CENTRAL),
  IN: at(39.9, -86.3, 'America/Indiana/Indianapolis', CENTRAL),
  IA: at(42.1, -93.5, CENTRAL),
  KS: at(38.5, -98.4, CENTRAL, MOUNTAIN),
  KY: at(37.5, -85.3, EASTERN, CENTRAL),
  LA: at(31.1, -92.0, CENTRAL),
  ME: at(45.4, -69.2, EASTERN),
  MD: at(39.1, -76.8, EASTERN),
  MA: at(42.3, -71.8, EASTERN),
  MI: at(44.3, -85.4, 'America/Detroit', CENTRAL),
  MN: at(46.3, -94.3, CENTRAL),
  MS: at(32.7, -89.7, CENTRAL),
  MO: at(38.4, -92.5, CENTRAL),
  MT: at(47.1, -109.6, MOUNTAIN),
  NE: at(41.5, -99.8, CENTRAL, MOUNTAIN),
  NV: at(39.4, -116.6, PACIFIC, MOUNTAIN),
  NH: at(43.7, -71.6, EASTERN),
  NJ: at(40.2, -74.7, EASTERN),
  NM: at(34.4, -106.1, MOUNTAIN),
  NY: at(42.9, -75.5, EASTERN),
  NC: at(35.6, -79.4, EASTERN),
  ND: at(47.4, -100.5, CENTRAL, MOUNTAIN),
  OH: at(40.3, -82.8, EASTERN),
  OK: at(35.6, -97.5, CENTRAL),
  OR: at(43.9, -120.6, PACIFIC, 'America/Boise'),
  PA: at(40.9, -77.8, EASTERN),
  RI: at(41.7, -71.5, EASTERN),
  SC: at(33.9, -80.9, EASTERN),
  SD: at(44.4, -100.2, CENTRAL, MOUNTAIN),
  TN: at(35.9, -86.4, CENTRAL, EASTERN),
  TX: at(31.5, -99.3, CENTRAL, MOUNTAIN),
  UT: at(39.3, -111.7, MOUNTAIN),
  VT: at(44.1, -72.7, EASTERN),
  VA: at(37.5, -78.8, EASTERN),
  WA: at(47.4, -120.4, PACIFIC),
  WV: at(38.6, -80.6, EASTERN),
  WI: at(44.6, -90.0, CENTRAL),
  WY: at(43.0, -107.6, MOUNTAIN),
  PR: at(18.2, -66.4, 'America/Puerto_Rico'),
  GU: at(13.4, 144.8, 'Pacific/Guam'),
  VI: at(18.0, -64.8, 'America/St_Thomas'),
  AS: at(-14.3, -170.7, LAST_US_ZONE),
  MP: at(15.2, 145.8, 'Pacific/Saipan'),
};

/** The geography of a state or territory; null for an unknown code. */
export function geographyOf(state: string): StateGeography | null {
  return Object.hasOwn(GEOGRAPHY, state) ? GEOGRAPHY[state as UsState] : null;
}

/** Whether the state has several time zones. If so, users should check a location's time zone. */
export function spansZones(state: string): boolean {
  return (geographyOf(state)?.zones.length ?? 0) > 1;
}

/** All time zones of the states and territories, for selection in forms. */
export const US_TIME_ZONES: readonly string[] = [
  ...new Set(Object.values(GEOGRAPHY).flatMap(({ zones }) => zones)),
].sort();

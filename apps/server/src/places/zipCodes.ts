import { readFileSync } from 'node:fs';
import { type ZipPlace, zipDigits } from '@halyard/domain';

/** Made by `scripts/zip-codes.mjs`; the same place from `src` and from `dist`. */
const FILE = new URL('../../zip-codes.txt', import.meta.url);

/** The table in four columns, ordered by ZIP code: less than 1 MB. */
interface ZipTable {
  zips: Uint32Array;
  /** Hundredths of degrees. */
  latitudes: Int16Array;
  longitudes: Int16Array;
  /** Into `areas`. */
  areaOf: Uint16Array;
  areas: readonly Pick<ZipPlace, 'state' | 'timeZone'>[];
}

let table: ZipTable | null = null;

/**
 * Where a ZIP code is; null if it is unknown. Reads the table at the first call, about 20 ms.
 * @param zip five digits or ZIP+4
 */
export function placeOfZip(zip: string): ZipPlace | null {
  const digits = zipDigits(zip);
  if (digits === null) return null;
  table ??= parseTable(readFileSync(FILE, 'utf8'));
  const { zips, latitudes, longitudes, areaOf, areas } = table;
  const i = indexIn(zips, Number(digits));
  const area = i === -1 ? undefined : areas[areaOf[i]!];
  if (!area) return null;
  return { ...area, latitude: latitudes[i]! / 100, longitude: longitudes[i]! / 100 };
}

/** How many ZIP codes the table knows. */
export function countZipCodes(): number {
  table ??= parseTable(readFileSync(FILE, 'utf8'));
  return table.zips.length;
}

/** Each line: first three digits, state, zone, then last two digits and hundredths of degrees. */
function parseTable(text: string): ZipTable {
  const entries: [zip: number, latitude: number, longitude: number, area: number][] = [];
  const areas: ZipTable['areas'][number][] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [prefix = '', state = '', timeZone = '', ...found] = line.split(' ');
    const area = areas.push({ state, timeZone }) - 1;
    for (const entry of found) {
      const [rest = '', latitude, longitude] = entry.split(',');
      entries.push([Number(prefix + rest), Number(latitude), Number(longitude), area]);
    }
  }
  // One prefix may have several lines.
  entries.sort(([a], [b]) => a - b);
  return {
    zips: Uint32Array.from(entries, ([zip]) => zip),
    latitudes: Int16Array.from(entries, ([, latitude]) => latitude),
    longitudes: Int16Array.from(entries, ([, , longitude]) => longitude),
    areaOf: Uint16Array.from(entries, ([, , , area]) => area),
    areas,
  };
}

/** Binary search; -1 if it is missing. */
function indexIn(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

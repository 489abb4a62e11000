import { slices } from '../../../platform/database/batches.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import { byCodePoints } from './codePoints.ts';

/**
 * The number of list entries that are searched or sorted per batch. The server can handle other
 * requests between batches.
 */
const SLICE = 2000;
/**
 * The number of records that an export reads and writes per batch. The server can handle other
 * requests between batches.
 */
const ROWS = 200;

interface Place {
  id: string;
  key: string;
}

/**
 * Returns the IDs of the records to export, sorted by the given strings and then by ID. The order
 * is the same as in SQLite and PostgreSQL. A record that is renamed during the export is still
 * exported. Pauses regularly to let the server handle other requests.
 * @param textsOf returns the strings to sort a record by, most important first
 */
export async function chooseRecords<Entry extends { readonly id: string }>(
  entries: Iterable<Entry>,
  isChosen: (entry: Entry) => boolean,
  textsOf: (entry: Entry) => readonly string[],
): Promise<string[]> {
  // Use a copy, because records may be added and deleted in the meantime.
  const all = [...entries];
  let runs: Place[][] = [];
  for (const slice of slices(all, SLICE)) {
    const places = slice.filter(isChosen).map((entry) => ({
      id: entry.id,
      // Join with null characters. No text contains one, and they make shorter texts come first.
      key: byCodePoints([...textsOf(entry), entry.id].join('\0')),
    }));
    runs.push(places.sort((a, b) => compare(a.key, b.key)));
    await nextTurn();
  }
  while (runs.length > 1) {
    const merged: Place[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await mergeRuns(runs[index]!, runs[index + 1] ?? []));
    runs = merged;
  }
  return (runs[0] ?? []).map(({ id }) => id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function mergeRuns(a: readonly Place[], b: readonly Place[]): Promise<Place[]> {
  const merged: Place[] = [];
  let next = 0;
  for (const place of a) {
    while (next < b.length && b[next]!.key < place.key) merged.push(b[next++]!);
    merged.push(place);
    if (merged.length % SLICE === 0) await nextTurn();
  }
  for (const place of b.slice(next)) merged.push(place);
  return merged;
}

/**
 * Reads records in batches, in the order of the IDs. Leaves out records that no longer exist or
 * that the caller may no longer see.
 */
export async function* recordsInSlices<T extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
): AsyncGenerator<T[]> {
  for (const slice of slices(ids, ROWS)) {
    const records = new Map((await read(slice)).map((record) => [record.id, record]));
    yield slice.flatMap((id) => records.get(id) ?? []);
  }
}

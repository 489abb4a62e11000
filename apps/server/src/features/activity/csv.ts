import { type Activity, activityText, CHANNEL_LABELS, outcomeText } from '@halyard/domain';
import { csvParts } from '../../platform/csv.ts';

const COLUMNS: readonly [heading: string, cell: (entry: Activity) => string | null][] = [
  ['Time (UTC)', ({ at }) => new Date(at).toISOString()],
  ['Who', ({ actor }) => actor.name],
  ['What', activityText],
  ['On', ({ subject }) => subject],
  ['Company', ({ company }) => company],
  ['Outcome', outcomeText],
  ['From', ({ channel }) => CHANNEL_LABELS[channel]],
  ['Address', ({ address }) => address],
];

/**
 * Formats activity log entries as a CSV file (RFC 4180), in chunks. The file begins with a byte
 * order mark, for spreadsheets.
 * @param slices the entries in order, in batches
 */
export const writeActivity = (slices: AsyncIterable<readonly Activity[]>): AsyncGenerator<string> =>
  csvParts(
    COLUMNS.map(([heading]) => heading),
    rowsOf(slices),
    { bom: true },
  );

async function* rowsOf(slices: AsyncIterable<readonly Activity[]>) {
  for await (const entries of slices)
    yield entries.map((entry) => COLUMNS.map(([, cell]) => cell(entry)));
}

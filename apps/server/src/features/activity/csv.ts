import { type Activity, activityText, CHANNEL_LABELS, outcomeText } from '@halyard/domain';
import { writeCsv } from '../../platform/csv.ts';

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

/** Formats entries as CSV (RFC 4180) for spreadsheets, with a byte order mark. */
export const writeActivity = (entries: readonly Activity[]): string =>
  writeCsv(
    COLUMNS.map(([heading]) => heading),
    entries.map((entry) => COLUMNS.map(([, cell]) => cell(entry))),
    { bom: true },
  );

import {
  COMPLIANCE_LABELS,
  type ComplianceRow,
  type LedgerHeadText,
  zoneClock,
} from '@halyard/domain';
import { type Cell, csvParts } from '../../../platform/csv.ts';
import { slices } from '../../../platform/database/batches.ts';
import { FileParts } from '../../../platform/http/send/fileParts.ts';

const COLUMNS: readonly [heading: string, cell: (row: ComplianceRow) => Cell][] = [
  ['Order or day', (row) => row.title],
  ['Key', (row) => row.sourceKey],
  ['Company', (row) => row.pole.company],
  ['Location', (row) => row.pole.location],
  ['Flag', (row) => row.pole.name],
  ['Time zone', (row) => row.timeZone],
  ['From', (row) => localTime(row.from, row.timeZone)],
  ['Until', (row) => localTime(row.until, row.timeZone)],
  ['Lowered', (row) => localTime(row.lowered, row.timeZone)],
  ['Raised', (row) => localTime(row.raised, row.timeZone)],
  ['Result', (row) => COMPLIANCE_LABELS[row.outcome]],
  ['Deviation in minutes', (row) => row.deviationMinutes],
  ['Held in minutes', (row) => row.heldMinutes],
  ['Locked in minutes', (row) => row.lockedMinutes],
  ['Offline in minutes', (row) => row.offlineMinutes],
  ['Interventions', interventions],
];

/** The number of rows that are written before the server handles other requests. */
const SLICE = 500;

/**
 * Returns the rows as CSV (RFC 4180), with times in the time zone of each pole. The last row
 * contains the head of the ledger.
 */
export function complianceCsv(rows: readonly ComplianceRow[], { head }: LedgerHeadText): FileParts {
  const headings = COLUMNS.map(([heading]) => heading);
  return new FileParts(csvParts(headings, parts(), { bom: false }), rows.length + 1);

  function* parts() {
    for (const slice of slices(rows, SLICE))
      yield slice.map((row) => COLUMNS.map(([, cell]) => cell(row)));
    yield [COLUMNS.map((_, index) => (index === 0 ? 'Ledger head' : index === 1 ? head : ''))];
  }
}

function interventions(row: ComplianceRow): string {
  return row.interventions
    .map(({ by, why, at }) => `${localTime(at, row.timeZone)} ${by}: ${why}`)
    .join('; ');
}

/** Formats a time like `2026-12-07T06:58:12-06:00`. Returns an empty string for null. */
function localTime(at: number | null, zone: string): string {
  if (at === null) return '';
  const offset = zoneClock(zone).offsetAt(at);
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const local = new Date(at + offset).toISOString().slice(0, 19);
  return `${local}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

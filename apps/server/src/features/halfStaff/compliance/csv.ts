import { COMPLIANCE_LABELS, type ComplianceRow, textKey, zoneClock } from '@halyard/domain';
import { type Cell, csvParts } from '../../../platform/csv.ts';
import { FileParts } from '../../../platform/http/send/fileParts.ts';
import { mapInTurns } from '../../../platform/limits/pauses.ts';
import type { Context } from '../../calls/context.ts';
import { inOrder, type KeyOf } from '../../fleet/directory/catalog.ts';
import { headText } from '../ledger/chain.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import type { HalfStaffFlag } from '../poles/poles.ts';
import { flagIn, readRows } from './readRows.ts';
import { findRecorded, type Recorded, type Subject, scopeOfReport } from './subject.ts';

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

/**
 * Returns a compliance report as CSV (RFC 4180). Times are in each pole's time zone. The last row
 * contains the head of the ledger: its number of entries and its latest hash. Computes results
 * while sending them, so that only the pole IDs are in memory.
 */
export async function complianceCsv(
  ctx: Context,
  index: PoleIndex,
  subject: Subject,
): Promise<FileParts> {
  const scope = await scopeOfReport(ctx, subject);
  await index.current();
  const recorded = await findRecorded(ctx, subject, scope);
  const poles = await inOrderOfPlaces(index, recorded);
  const headings = COLUMNS.map(([heading]) => heading);
  // Almost every pole has one result for an order or half-staff day.
  const rows = subject.kind === 'source' ? poles.length + 1 : null;
  return new FileParts(csvParts(headings, parts(), { bom: false }), rows);

  async function* parts() {
    for await (const some of readRows(ctx.db.queries, index, recorded, poles))
      yield some.map((row) => COLUMNS.map(([, cell]) => cell(row)));
    const head = headText(recorded.head);
    yield [COLUMNS.map((_, column) => (column === 0 ? 'Ledger head' : column === 1 ? head : ''))];
  }
}

/**
 * Returns the IDs of a compliance report's poles, sorted by current company, location and name,
 * with deleted poles last.
 */
async function inOrderOfPlaces(index: PoleIndex, recorded: Recorded): Promise<string[]> {
  const poles = await mapInTurns(recorded.poles, (id) => ({
    id,
    flag: flagIn(index, recorded, id),
  }));
  const keyOf =
    (name: (flag: HalfStaffFlag) => string): KeyOf<(typeof poles)[number]> =>
    ({ flag }) =>
      flag ? textKey(name(flag)) : null;
  const sorted = await inOrder(poles, {
    name: 'places',
    keys: [
      keyOf(({ company }) => company.name),
      keyOf(({ location }) => location.name),
      keyOf(({ name }) => name),
    ],
    sign: 1,
  });
  return mapInTurns(sorted, ({ id }) => id);
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

import {
  COMPLIANCE_OUTCOMES,
  COMPLIANCE_SORT_KEYS,
  type ComplianceListQuery,
  type CompliancePage,
  type ComplianceRow,
  type ComplianceSortKey,
  searchQuery,
  textKey,
} from '@halyard/domain';
import { Pauses } from '../../../platform/limits/pauses.ts';
import type { Context } from '../../calls/context.ts';
import { type KeyOf, matchesIn } from '../../fleet/directory/catalog.ts';
import { answerPage, type Lists, orderOf } from '../../fleet/directory/lists.ts';
import { headText } from '../ledger/chain.ts';
import { readRows } from './readRows.ts';
import {
  flagOfResult,
  noOutcomes,
  type Outcomes,
  type Report,
  type ResultEntry,
  resultId,
} from './report.ts';
import type { ComplianceReports } from './reports.ts';
import type { Subject } from './subject.ts';

/**
 * The weight of the outcome in the sort key. It is larger than any number of minutes in a result,
 * so that results are sorted first by outcome and then by minutes.
 */
const WORST_MINUTES = 10_000_000;

const COLUMNS: Record<ComplianceSortKey, KeyOf<ResultEntry>> = {
  pole: ({ name }) => textKey(name),
  title: ({ source }) => textKey(source.title),
  from: ({ from }) => from,
  lowered: ({ lowered }) => lowered,
  raised: ({ raised }) => raised,
  result: ({ outcome, deviationMinutes }) =>
    COMPLIANCE_OUTCOMES.indexOf(outcome) * WORST_MINUTES + deviationMinutes,
};

/**
 * The default sort keys of compliance results: latest start first, then company, location and name.
 */
const BY_START: readonly KeyOf<ResultEntry>[] = [
  ({ from }) => -from,
  ({ place }) => place.companyKey,
  ({ place }) => place.locationKey,
  COLUMNS.pole,
];

/**
 * Returns one page of compliance results: those for one order or half-staff day, or all results of
 * one company in the past year.
 */
export async function listCompliancePage(
  ctx: Context,
  { walks }: Pick<Lists, 'walks'>,
  reports: ComplianceReports,
  subject: Subject,
  query: ComplianceListQuery,
): Promise<CompliancePage> {
  const report = await reports.get(ctx, subject);
  const { recorded, title, leftOut } = report;
  const { company, location, outcome } = query;
  const searched = searchQuery(query.q ?? '');
  const isInPlace = ({ place }: ResultEntry) =>
    (company === undefined || place.companyId === company) &&
    (location === undefined || place.locationId === location);
  const isMatch = (entry: ResultEntry) =>
    isInPlace(entry) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (searched === '' || entry.text.includes(searched));
  const isWhole = company === undefined && location === undefined;
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: `compliance ${JSON.stringify(subject)}`,
      sortKeys: COMPLIANCE_SORT_KEYS,
      async find(sort) {
        const all = await report.inOrder(orderOf(sort, COLUMNS, BY_START));
        return isWhole && outcome === undefined && searched === '' ? all : matchesIn(all, isMatch);
      },
    },
    (ids) => readResults(ctx, reports, report, ids),
  );
  return {
    ...page,
    items: page.items.map(({ row }) => row),
    title: subject.kind === 'source' ? title : null,
    head: headText(recorded.head),
    at: recorded.now,
    outcomes: isWhole ? report.outcomes : await outcomesIn(report, isInPlace),
    leftOut,
  };
}

async function outcomesIn(
  { results }: Report,
  isInPlace: (entry: ResultEntry) => boolean,
): Promise<Outcomes> {
  const outcomes = noOutcomes();
  const pauses = new Pauses();
  for (const entry of results) {
    if (isInPlace(entry)) outcomes[entry.outcome]++;
    if (pauses.areDue) await pauses.take();
  }
  return outcomes;
}

/** Reads the complete compliance results with the given IDs from the ledger. */
async function readResults(
  { db }: Context,
  { poles: index }: ComplianceReports,
  { recorded }: Report,
  ids: readonly string[],
): Promise<{ id: string; row: ComplianceRow }[]> {
  const found: { id: string; row: ComplianceRow }[] = [];
  const poles = [...new Set(ids.map(flagOfResult))];
  for await (const rows of readRows(db.queries, index, recorded, poles))
    for (const row of rows) found.push({ id: resultId(row), row });
  return found;
}

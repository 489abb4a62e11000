import {
  COMPLIANCE_OUTCOMES,
  type CompliancePage,
  type ComplianceRow,
  searchQuery,
  searchText,
} from '@halyard/domain';

/** The ledger head in answers. */
export const COMPLIANCE_HEAD = `12:${'a'.repeat(64)}`;

/**
 * Returns one page of a compliance report, as the server would.
 * @param rows all rows of the report
 */
export function compliancePage(rows: readonly ComplianceRow[], url: URL): CompliancePage {
  const { searchParams } = url;
  const query = searchQuery(searchParams.get('q') ?? '');
  const outcome = searchParams.get('outcome');
  const found = rows.filter(
    (row) =>
      (outcome === null || row.outcome === outcome) &&
      searchText([row.pole.name, row.pole.location, row.title]).includes(query),
  );
  if (searchParams.get('sort') === '-result')
    found.sort(
      (a, b) => COMPLIANCE_OUTCOMES.indexOf(b.outcome) - COMPLIANCE_OUTCOMES.indexOf(a.outcome),
    );
  const limit = Number(searchParams.get('limit'));
  const page = Number(searchParams.get('page'));
  const leftOut = rows.flatMap((row) =>
    row.leftOut.map((one) => ({ ...one, pole: row.pole.name })),
  );
  return {
    items: found.slice((page - 1) * limit, page * limit),
    total: found.length,
    page,
    next: null,
    title: url.pathname.includes('/source/') ? (rows[0]?.title ?? null) : null,
    head: COMPLIANCE_HEAD,
    at: Date.UTC(2026, 4, 25, 16),
    outcomes: Object.fromEntries(
      COMPLIANCE_OUTCOMES.map((each) => [each, rows.filter((row) => row.outcome === each).length]),
    ) as CompliancePage['outcomes'],
    leftOut: { total: leftOut.length, first: leftOut.slice(0, 100) },
  };
}

import { COMPLIANCE_PAGE_MAX, type CompliancePage } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type ComplianceSubject, printedResultsQuery, resultsIn } from './complianceQueries.ts';

/**
 * Returns the results to print. Fetches them in the background if not all of them are on screen.
 * Undefined while they are loading, or if the report has no results.
 */
export function usePrinted(
  subject: ComplianceSubject,
  shown: CompliancePage | undefined,
): CompliancePage | undefined {
  const results = shown ? resultsIn(shown) : 0;
  const isWhole = shown?.items.length === results;
  const { data } = useQuery({
    ...printedResultsQuery(subject, results > COMPLIANCE_PAGE_MAX),
    enabled: results > 0 && !isWhole,
  });
  const printed = isWhole ? shown : data;
  // Long reports render after the page, so that nobody waits for content that is only printed.
  return useDeferredValue(results > 0 ? printed : undefined, undefined);
}

import { COMPLIANCE_PAGE_MAX, type CompliancePage } from '@halyard/domain';
import { fileHref } from '@/lib/api/api.ts';
import { listPageQuery } from '@/lib/api/listPages.ts';

const COMPLIANCE_PATH = '/half-staff/proof';

/**
 * The subject of a compliance page: an order (`order:{id}`), a half-staff day (`day:{date}`), or a
 * company's past 12 months.
 */
export interface ComplianceSubject {
  kind: 'source' | 'company';
  key: string;
}

export const complianceHref = ({ kind, key }: ComplianceSubject): string =>
  `${COMPLIANCE_PATH}?${kind}=${encodeURIComponent(key)}`;

export const complianceCsvHref = ({ kind, key }: ComplianceSubject): string =>
  kind === 'source'
    ? fileHref('complianceOfSourceCsv', { params: { sourceKey: key } })
    : fileHref('complianceOfCompanyCsv', { params: { companyId: key } });

export type ComplianceCall = 'complianceOfSource' | 'complianceOfCompany';

/** Returns the name and the path parameters of the API call that fetches a report's results. */
export const complianceCall = ({ kind, key }: ComplianceSubject) =>
  kind === 'source'
    ? { name: 'complianceOfSource' as ComplianceCall, params: { sourceKey: key } }
    : { name: 'complianceOfCompany' as ComplianceCall, params: { companyId: key } };

/** Returns the number of results of a report, regardless of search and filters. */
export const resultsIn = ({ outcomes }: Pick<CompliancePage, 'outcomes'>): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

/**
 * Fetches the results for the printed report. If the report is very long, fetches only the first
 * part, in which results that were not on time come first.
 */
export const printedResultsQuery = (subject: ComplianceSubject, isVeryLong: boolean) => {
  const { name, params } = complianceCall(subject);
  const query = {
    page: '1',
    limit: String(COMPLIANCE_PAGE_MAX),
    ...(isVeryLong && { sort: '-result' as const }),
  };
  // Without the placeholder, because a report must not contain another one's results.
  const { placeholderData: _, ...options } = listPageQuery(name, query, params);
  return options;
};

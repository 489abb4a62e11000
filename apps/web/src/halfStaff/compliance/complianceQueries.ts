import type { ComplianceRow } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { call, fileHref } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';

const COMPLIANCE_PATH = '/half-staff/proof';

/**
 * The subject of a compliance page: an order (`order:{id}`), a day (`day:{date}`), or a company's
 * past 12 months.
 */
export interface ComplianceSubject {
  kind: 'source' | 'company';
  key: string;
}

export const complianceHref = ({ kind, key }: ComplianceSubject): string =>
  `${COMPLIANCE_PATH}?${kind}=${encodeURIComponent(key)}`;

/** Fetches the current head of the ledger's hash chain, COUNT:HASH. */
export const ledgerHeadQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'ledger-head'],
    queryFn: ({ signal }) => call('ledgerHead', { signal }),
    refetchOnMount: 'always',
  });

export const complianceCsvHref = ({ kind, key }: ComplianceSubject): string =>
  kind === 'source'
    ? fileHref('complianceOfSourceCsv', { params: { sourceKey: key } })
    : fileHref('complianceOfCompanyCsv', { params: { companyId: key } });

/** Fetches compliance results. Reloads whenever they are shown, because new ledger entries cause no event. */
export const complianceQuery = ({ kind, key }: ComplianceSubject) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'proof', kind, key],
    queryFn: ({ signal }): Promise<ComplianceRow[]> =>
      kind === 'source'
        ? call('complianceOfSource', { params: { sourceKey: key }, signal })
        : call('complianceOfCompany', { params: { companyId: key }, signal }),
    refetchOnMount: 'always',
  });

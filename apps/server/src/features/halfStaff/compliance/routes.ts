import type { HandlersOf } from '../../calls/handlers.ts';
import type { Lists } from '../../fleet/directory/lists.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { complianceCsv } from './csv.ts';
import { listCompliancePage } from './listCompliancePage.ts';
import { ComplianceReports } from './reports.ts';
import type { Subject } from './subject.ts';

export function complianceHandlers(
  lists: Pick<Lists, 'walks'>,
  poles: PoleIndex,
): HandlersOf<
  'complianceOfSource' | 'complianceOfSourceCsv' | 'complianceOfCompany' | 'complianceOfCompanyCsv'
> {
  const reports = new ComplianceReports(poles);
  const source = ({ sourceKey: key }: { sourceKey: string }): Subject => ({ kind: 'source', key });
  const company = ({ companyId: id }: { companyId: string }): Subject => ({ kind: 'company', id });
  return {
    complianceOfSource: ({ ctx, params, query }) =>
      listCompliancePage(ctx, lists, reports, source(params), query),
    complianceOfSourceCsv: ({ ctx, params }) => complianceCsv(ctx, poles, source(params)),
    complianceOfCompany: ({ ctx, params, query }) =>
      listCompliancePage(ctx, lists, reports, company(params), query),
    complianceOfCompanyCsv: ({ ctx, params }) => complianceCsv(ctx, poles, company(params)),
  };
}

import { type FlagCriteria, NO_CRITERIA, writeCriteria } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Download } from '@/components/icons/index.ts';
import { fileHref } from '@/lib/api/api.ts';
import { ExportLink } from './exports/ExportLink.tsx';

interface ExportButtonProps {
  call: 'exportCompanies' | 'exportLocations' | 'exportFlags' | 'exportUsers';
  /** The search text of the list to export. Only matching rows are exported. */
  search: string;
  /** The filters of the list, for an export of flags. */
  criteria?: FlagCriteria;
  /** The list's company and location filters, if flags are exported. */
  place?: { company?: string; location?: string };
}

/** Downloads the current list as a CSV file. */
export function ExportButton({ call, search, criteria = NO_CRITERIA, place }: ExportButtonProps) {
  const query = { q: search.trim(), ...writeCriteria(criteria), ...place };
  return (
    <ExportLink href={fileHref(call, { query })}>
      <Download aria-hidden="true" />
      <Trans>Export</Trans>
    </ExportLink>
  );
}

import { type FlagCriteria, NO_CRITERIA, writeCriteria } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Download } from '@/components/icons/index.ts';
import { fileHref } from '@/lib/api/api.ts';
import { ExportLink } from './exports/ExportLink.tsx';

interface ExportButtonProps {
  call: 'exportCompanies' | 'exportLocations' | 'exportFlags' | 'exportUsers';
  /** The search text of the current list. Only the rows that match it are exported. */
  search: string;
  /** The filters that the exported flags must match. Used only for flags. */
  criteria?: FlagCriteria;
  /**
   * The IDs of the company and the location to filter by, as query parameters. Used only for flags.
   */
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

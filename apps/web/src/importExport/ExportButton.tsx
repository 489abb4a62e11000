import { type FlagCriteria, NO_CRITERIA, writeCriteria } from '@halyard/domain';
import { Download } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/button.tsx';
import { fileHref } from '@/lib/api/api.ts';

interface ExportButtonProps {
  call: 'exportCompanies' | 'exportLocations' | 'exportFlags' | 'exportUsers';
  /** What the list on show is searched for: the file holds what is found. */
  search: string;
  /** Of flags: the filters that they meet. */
  criteria?: FlagCriteria;
  /** Of flags: the company and location that they are narrowed to, as the call has them. */
  place?: { company?: string; location?: string };
}

/** Saves the list on show as a CSV file. */
export function ExportButton({ call, search, criteria = NO_CRITERIA, place }: ExportButtonProps) {
  const query = { q: search.trim(), ...writeCriteria(criteria), ...place };
  return (
    <Button asChild>
      <a href={fileHref(call, { query })} download>
        <Download aria-hidden="true" />
        Export
      </a>
    </Button>
  );
}

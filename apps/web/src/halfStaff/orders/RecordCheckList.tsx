import type { Company, Location } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPageQuery } from '@/lib/api/listPages.ts';
import { useNamedRecords } from '@/lib/api/namedRecords.ts';
import { useAfterTyping } from '@/lib/lists/useListPage.ts';
import { ScopeCheckList, SEARCH_FROM } from './ScopeCheckList.tsx';

/** Maximum number of records to show. */
const SHOWN = 50;

interface RecordCheckListProps {
  kind: 'companies' | 'locations';
  label: string;
  /** The placeholder of the search field. */
  searchLabel: string;
  /** The IDs of the chosen records. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The text to show if there are no records. */
  emptyText: string;
  /** Whether to show each location's company. */
  withCompany?: boolean;
}

type Named = Pick<Company, 'id' | 'name'> & Partial<Pick<Location, 'company'>>;

/** A list of checkboxes for companies or locations. The search runs on the server. */
export function RecordCheckList({
  kind,
  value,
  withCompany = false,
  ...list
}: RecordCheckListProps) {
  const [search, setSearch] = useState('');
  const q = useAfterTyping(search.trim());
  const [before] = useState(value);
  const call = kind === 'companies' ? 'listCompanies' : 'listLocations';
  const page = (text: string) =>
    listPageQuery<'listCompanies' | 'listLocations'>(call, {
      page: '1',
      limit: String(SHOWN),
      ...(text !== '' && { q: text }),
    });
  const first = useQuery(page(''));
  const found = useQuery({ ...page(q), enabled: q !== '' });
  const answer = q === '' ? first.data : found.data;
  const rows: readonly Named[] = answer?.items ?? [];
  // Records that were chosen before the list opened come first, unless they are among the rows
  // already.
  const listed = new Set(first.data?.items.map(({ id }) => id));
  const chosen = useNamedRecords(
    kind,
    first.data ? before.filter((id) => !listed.has(id)).slice(0, SHOWN) : [],
  );
  const shown: readonly Named[] = q === '' ? [...chosen.values(), ...rows] : rows;
  return (
    <ScopeCheckList
      {...list}
      value={value}
      options={shown.map(({ id, name, company }) => ({
        value: id,
        label: withCompany && company !== undefined ? `${name}, ${company}` : name,
      }))}
      remote={{
        search,
        onSearch: setSearch,
        hasSearch: (first.data?.total ?? 0) > SEARCH_FROM,
        left: answer ? Math.max(0, answer.total - answer.items.length) : 0,
        isLoading: answer === undefined,
      }}
    />
  );
}

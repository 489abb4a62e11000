import type { RecordSearch } from '@halyard/domain';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from './api.ts';
import { KEYS } from './query.ts';

/** Maximum number of IDs in one request. Keeps the request's URL short. */
const AT_ONCE = 25;

type Kind = 'companies' | 'locations';
type Named<K extends Kind> = RecordSearch['named'][K][number];

const namedQuery = (kind: Kind, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...KEYS.search, 'named', kind, ids] as unknown[],
    queryFn: async ({ signal }) =>
      (await call('searchRecords', { query: { only: 'named', [kind]: ids.join(',') }, signal }))
        .named[kind],
  });

/**
 * Fetches the names of companies or locations by ID. Records that do not exist, or that the user is
 * not allowed to see, are left out.
 */
export function useNamedRecords<K extends Kind>(
  kind: K,
  ids: readonly string[],
): ReadonlyMap<string, Named<K>> {
  const wanted = [...new Set(ids)].sort();
  const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, part) =>
    wanted.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  return useQueries({
    queries: parts.map((part) => namedQuery(kind, part)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data = [] }) => data.map((one) => [one.id, one as Named<K>]))),
  });
}

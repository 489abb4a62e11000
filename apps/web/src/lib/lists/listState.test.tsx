import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { useListState } from './listState.ts';

const SORT_KEYS = ['name', 'city'] as const;

function setUp(path: string, prefix?: string) {
  const location = memoryLocation({ path, record: true });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={location.hook} searchHook={location.searchHook}>
      {children}
    </Router>
  );
  const options = { sortKeys: SORT_KEYS, ...(prefix ? { prefix } : {}) };
  const { result } = renderHook(() => useListState(options), { wrapper });
  return { list: () => result.current, history: location.history };
}

describe('list state in the URL (spec §2)', () => {
  test('starts unsorted on page 1, with ten items per page', () => {
    const { list } = setUp('/flags');
    expect(list()).toMatchObject({ search: '', sort: null, page: 1, pageSize: 10 });
  });

  test('is restored from a shared link, except for invalid values', () => {
    const { list } = setUp('/flags?q=hall&sort=-city&page=3&size=25');
    expect(list()).toMatchObject({
      search: 'hall',
      sort: { key: 'city', direction: 'desc' },
      page: 3,
      pageSize: 25,
    });
    const odd = setUp('/flags?sort=password&page=-1&size=7').list();
    expect(odd).toMatchObject({ sort: null, page: 1, pageSize: 10 });
  });

  test('returns to page 1 after a search or a change of page size', () => {
    const { list } = setUp('/flags?page=3');
    act(() => list().setSearch('hall'));
    expect(list()).toMatchObject({ search: 'hall', page: 1 });
    act(() => list().setPage(2));
    expect(list().page).toBe(2);
    act(() => list().setPageSize(50));
    expect(list()).toMatchObject({ pageSize: 50, page: 1, search: 'hall' });
  });

  test('adds a history entry for a page change, but none for typing', () => {
    const { list, history } = setUp('/flags');
    act(() => list().setSearch('h'));
    act(() => list().setSearch('ha'));
    expect(history).toHaveLength(1);
    act(() => list().setPage(2));
    expect(history).toHaveLength(2);
  });

  test('keeps two lists on one page separate', () => {
    const { list } = setUp('/companies/c1?page=4&flags.page=2', 'flags.');
    expect(list().page).toBe(2);
  });
});

import { expect, test } from 'vitest';
import { nextSort } from './sort.ts';

test('clicks on a column header sort a list ascending, then descending, then not at all (spec §2)', () => {
  const first = nextSort<'name' | 'city'>(null, 'name');
  expect(first).toEqual({ key: 'name', direction: 'asc' });
  const second = nextSort(first, 'name');
  expect(second).toEqual({ key: 'name', direction: 'desc' });
  expect(nextSort(second, 'name')).toBeNull();
  expect(nextSort(second, 'city')).toEqual({ key: 'city', direction: 'asc' });
});

import { expect, test } from 'vitest';
import { nextSort } from './sort.ts';

test('a press on a header cycles through ascending, descending and unsorted (spec §2)', () => {
  const first = nextSort<'name' | 'city'>(null, 'name');
  expect(first).toEqual({ key: 'name', direction: 'asc' });
  const second = nextSort(first, 'name');
  expect(second).toEqual({ key: 'name', direction: 'desc' });
  expect(nextSort(second, 'name')).toBeNull();
  expect(nextSort(second, 'city')).toEqual({ key: 'city', direction: 'asc' });
});

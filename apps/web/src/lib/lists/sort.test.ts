import { describe, expect, test } from 'vitest';
import { nextSort, sortRows } from './sort.ts';

describe('sorting (spec §2)', () => {
  test('cycles through ascending, descending and unsorted', () => {
    const first = nextSort<'name' | 'city'>(null, 'name');
    expect(first).toEqual({ key: 'name', direction: 'asc' });
    const second = nextSort(first, 'name');
    expect(second).toEqual({ key: 'name', direction: 'desc' });
    expect(nextSort(second, 'name')).toBeNull();
    expect(nextSort(second, 'city')).toEqual({ key: 'city', direction: 'asc' });
  });

  const rows = [{ v: 'Pole 10' }, { v: null }, { v: 'pole 9' }, { v: 'Pole 1' }];
  const values = (direction: 'asc' | 'desc') =>
    sortRows(rows, { key: 'v', direction }, (row) => row.v).map((row) => row.v);

  test('sorts text naturally, with missing values last in both directions', () => {
    expect(values('asc')).toEqual(['Pole 1', 'pole 9', 'Pole 10', null]);
    expect(values('desc')).toEqual(['Pole 10', 'pole 9', 'Pole 1', null]);
  });

  test("keeps the list's own order when unsorted", () => {
    expect(sortRows(rows, null, () => 0)).toEqual(rows);
  });
});

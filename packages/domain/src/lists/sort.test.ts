import { describe, expect, test } from 'vitest';
import { readSort, sortRows, writeSort } from './sort.ts';

describe('sorting (spec §2)', () => {
  const rows = [{ v: 'Pole 10' }, { v: null }, { v: 'pole 9' }, { v: 'Pole 1' }];
  const values = (direction: 'asc' | 'desc') =>
    sortRows(rows, { key: 'v', direction }, (row) => row.v).map((row) => row.v);

  test('orders text naturally, and puts missing values last in both directions', () => {
    expect(values('asc')).toEqual(['Pole 1', 'pole 9', 'Pole 10', null]);
    expect(values('desc')).toEqual(['Pole 10', 'pole 9', 'Pole 1', null]);
  });

  test('keeps the rows in their original order if no column is selected', () => {
    expect(sortRows(rows, null, () => 0)).toEqual(rows);
  });

  test('is the same after it is written to a URL and read back, and ignores unknown columns', () => {
    for (const sort of [
      null,
      { key: 'v', direction: 'asc' },
      { key: 'v', direction: 'desc' },
    ] as const)
      expect(readSort(writeSort(sort), ['v'])).toEqual(sort);
    expect(readSort('-w', ['v'])).toBeNull();
  });
});

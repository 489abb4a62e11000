import { describe, expect, test } from 'vitest';
import { clampPage, pageCount, pageOf, pageWindow, showingText } from './pagination.ts';

describe('pagination (spec §2)', () => {
  test('counts the pages, and gives an empty list one page', () => {
    expect([0, 1, 10, 11, 100].map((total) => pageCount(total, 10))).toEqual([1, 1, 1, 2, 10]);
  });

  test('replaces a page number beyond the last page with the last page', () => {
    expect(clampPage(9, 35, 10)).toBe(4);
    expect(clampPage(2, 0, 10)).toBe(1);
    expect(clampPage(0, 35, 10)).toBe(1);
    expect(clampPage(Number.NaN, 35, 10)).toBe(1);
  });

  test('returns the rows of a page', () => {
    const rows = Array.from({ length: 23 }, (_, index) => index);
    expect(pageOf(rows, 3, 10)).toEqual([20, 21, 22]);
    expect(pageOf(rows, 7, 10)).toEqual([20, 21, 22]);
  });

  test('offers at most five pages, including the current one and its neighbors', () => {
    expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(3, 20)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(10, 20)).toEqual([8, 9, 10, 11, 12]);
    expect(pageWindow(19, 20)).toEqual([16, 17, 18, 19, 20]);
    expect(pageWindow(20, 20)).toEqual([16, 17, 18, 19, 20]);
  });

  test("shows 'Showing X-Y of N total items'", () => {
    expect(showingText(1, 10, 63)).toBe('Showing 1-10 of 63 total items');
    expect(showingText(7, 10, 63)).toBe('Showing 61-63 of 63 total items');
    expect(showingText(1, 10, 0)).toBe('Showing 0-0 of 0 total items');
  });
});

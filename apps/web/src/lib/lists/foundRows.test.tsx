import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type RowRules, useFoundRows } from './foundRows.ts';

interface Person {
  first: string;
  last: string;
  age: number;
}
const PEOPLE: Person[] = [
  { first: 'Bo', last: 'zorn', age: 40 },
  { first: 'Cy', last: 'Abel', age: 30 },
  { first: 'Al', last: 'Zorn', age: 50 },
];
const RULES: RowRules<Person, 'age'> = {
  searched: ({ first, last }) => [first, last],
  defaultOrder: [({ last }) => last, ({ first }) => first],
  value: ({ age }) => age,
};
const found = (search: string, sort: { key: 'age'; direction: 'asc' } | null = null) =>
  renderHook(() => useFoundRows(PEOPLE, RULES, { search, sort })).result.current.map(
    ({ first }) => first,
  );

test('a list is in its default order, by last name and then first name, until the user sorts by a column', () => {
  expect(found('')).toEqual(['Cy', 'Al', 'Bo']);
  expect(found('', { key: 'age', direction: 'asc' })).toEqual(['Cy', 'Bo', 'Al']);
});

test('a search matches part of one field, ignoring case, and never spans two fields', () => {
  expect(found(' ZOR ')).toEqual(['Al', 'Bo']);
  expect(found('alzorn')).toEqual([]);
});

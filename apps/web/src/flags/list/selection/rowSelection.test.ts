import { expect, test } from 'vitest';
import { RowSelection } from './rowSelection.ts';

const ids = (selection: RowSelection) => [...selection.getSnapshot().ids].sort().join('');

function onPage(rows: string) {
  const selection = new RowSelection();
  selection.showRows([...rows]);
  return selection;
}

test('a click selects a row, and a Shift click selects all rows from the last clicked row to the new one, in either direction', () => {
  const selection = onPage('abcdef');
  selection.press('d', false);
  selection.press('b', true);
  expect(ids(selection)).toBe('bcd');
  selection.press('f', true);
  expect(ids(selection)).toBe('bcdef');
});

test('a Shift click on a selected row deselects the range', () => {
  const selection = onPage('abcd');
  selection.set(['a', 'b', 'c', 'd'], true);
  selection.press('a', false);
  selection.press('c', true);
  expect(ids(selection)).toBe('d');
});

test('rows on other pages stay selected, and a Shift click never selects or deselects them', () => {
  const selection = onPage('abc');
  selection.press('b', false);
  selection.showRows([...'def']);
  selection.press('f', true);
  expect(ids(selection)).toBe('bf');
});

test('selection mode stays on after the user deselects the last row, until the user ends it', () => {
  const selection = onPage('abc');
  selection.press('a', false);
  selection.press('a', false);
  expect(selection.getSnapshot()).toEqual({ ids: new Set(), isOn: true });
  selection.clear();
  expect(selection.getSnapshot().isOn).toBe(false);
});

import { expect, test, vi } from 'vitest';
import { RowSelection } from './rowSelection.ts';

const ids = (selection: RowSelection) => [...selection.getSnapshot().ids].sort().join('');

function onPage(rows: string) {
  const selection = new RowSelection();
  selection.showRows([...rows]);
  return selection;
}

test('selects a row, and with Shift all rows from the last one, in both directions', () => {
  const selection = onPage('abcdef');
  selection.press('d', false);
  selection.press('b', true);
  expect(ids(selection)).toBe('bcd');
  selection.press('f', true);
  expect(ids(selection)).toBe('bcdef');
});

test('deselects a range if its last row was selected', () => {
  const selection = onPage('abcd');
  selection.set(['a', 'b', 'c', 'd'], true);
  selection.press('a', false);
  selection.press('c', true);
  expect(ids(selection)).toBe('d');
});

test('keeps rows of other pages selected, and does not extend a range to them', () => {
  const selection = onPage('abc');
  selection.press('b', false);
  selection.showRows([...'def']);
  selection.press('f', true);
  expect(ids(selection)).toBe('bf');
});

test('drops rows that are gone, and notifies listeners only if there are any', () => {
  const selection = onPage('abc');
  selection.set(['a', 'b'], true);
  const told = vi.fn();
  selection.subscribe(told);
  selection.keepOnly(['a', 'b', 'c']);
  expect(told).not.toHaveBeenCalled();
  selection.keepOnly(['b', 'c']);
  expect(ids(selection)).toBe('b');
});

test('stays in selection mode when the last row is deselected, until it is ended', () => {
  const selection = onPage('abc');
  selection.press('a', false);
  selection.press('a', false);
  expect(selection.getSnapshot()).toEqual({ ids: new Set(), isOn: true });
  selection.clear();
  expect(selection.getSnapshot().isOn).toBe(false);
});

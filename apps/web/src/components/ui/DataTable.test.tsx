import { sortRows } from '@halyard/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { useListState } from '@/lib/lists/listState.ts';
import { renderWith } from '@/testing/render.tsx';
import { type Column, columnValue, DataTable } from './DataTable.tsx';

interface Pole {
  id: string;
  name: string;
  volts: number;
}
const poles: Pole[] = [
  { id: '1', name: 'Pole 10', volts: 41 },
  { id: '2', name: 'Pole 9', volts: 44 },
  { id: '3', name: 'Pole 1', volts: 42 },
];
const columns: readonly Column<Pole, 'name' | 'volts'>[] = [
  { key: 'name', header: 'Name', cell: (pole) => pole.name, sortValue: (pole) => pole.name },
  { key: 'volts', header: 'Voltage', cell: (pole) => pole.volts, align: 'right' },
];
const SORT_KEYS = ['name', 'volts'] as const;

function Example({ rows = poles, ...handlers }: { rows?: Pole[] } & Partial<Handlers>) {
  const list = useListState({ sortKeys: SORT_KEYS });
  return (
    <DataTable
      label="Poles"
      columns={columns}
      rows={sortRows(rows, list.sort, columnValue(columns))}
      rowKey={(pole) => pole.id}
      rowName={(pole) => pole.name}
      sort={list.sort}
      onSort={list.toggleSort}
      {...handlers}
    />
  );
}
interface Handlers {
  rowHref: (pole: Pole) => string;
  onRowClick: (pole: Pole) => void;
  onEdit: (pole: Pole) => void;
  onDelete: (pole: Pole) => void;
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);

describe('the data table (spec §2)', () => {
  test('cycles a column through ascending, descending and unsorted, and announces the order to screen readers', async () => {
    renderWith(<Example />);
    const header = () => screen.getByRole('columnheader', { name: 'Name' });
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(header()).toHaveAttribute('aria-sort', 'none');
    await press();
    expect(header()).toHaveAttribute('aria-sort', 'ascending');
    expect(names()).toEqual(['Pole 1', 'Pole 9', 'Pole 10']);
    await press();
    expect(header()).toHaveAttribute('aria-sort', 'descending');
    expect(names()).toEqual(['Pole 10', 'Pole 9', 'Pole 1']);
    await press();
    expect(header()).toHaveAttribute('aria-sort', 'none');
    expect(names()).toEqual(['Pole 10', 'Pole 9', 'Pole 1']);
  });

  test('keeps the sort order in the URL', () => {
    renderWith(<Example />, { path: '/poles?sort=name' });
    expect(names()).toEqual(['Pole 1', 'Pole 9', 'Pole 10']);
  });

  test("shows 'No data available' if empty", () => {
    renderWith(<Example rows={[]} />);
    expect(screen.getByText('No data available')).toBeInTheDocument();
  });

  test('opens a row when the user clicks the row or presses Enter on its name, but not when the user clicks a button in the row', async () => {
    const handlers = { onRowClick: vi.fn(), onEdit: vi.fn(), onDelete: vi.fn() };
    renderWith(<Example {...handlers} />);
    await userEvent.click(screen.getByText('Pole 9'));
    expect(handlers.onRowClick).toHaveBeenLastCalledWith(poles[1]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit Pole 9' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete Pole 9' }));
    expect(handlers.onRowClick).toHaveBeenCalledOnce();
    expect(handlers.onEdit).toHaveBeenCalledWith(poles[1]);
    expect(handlers.onDelete).toHaveBeenCalledWith(poles[1]);
    screen.getByRole('button', { name: 'Pole 1' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(handlers.onRowClick).toHaveBeenLastCalledWith(poles[2]);
  });

  test("opens a row's page with a real link, which can be copied or opened in a new tab", async () => {
    const { history } = renderWith(<Example rowHref={(pole) => `/poles/${pole.id}`} />);
    expect(screen.getByRole('link', { name: 'Pole 9' })).toHaveAttribute('href', '/poles/2');
    await userEvent.click(screen.getByText('44'));
    expect(history.at(-1)).toBe('/poles/2');
  });

  test('scrolls in a labeled region that can be reached by keyboard', () => {
    renderWith(<Example />);
    expect(screen.getByRole('region', { name: 'Poles' })).toHaveAttribute('tabindex', '0');
  });
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Pagination } from './Pagination.tsx';

function setUp(page: number, total: number, pageSize = 10) {
  const onPageChange = vi.fn();
  const onPageSizeChange = vi.fn();
  render(
    <Pagination label="Poles" {...{ page, total, pageSize, onPageChange, onPageSizeChange }} />,
  );
  return { onPageChange, onPageSizeChange };
}

describe('pagination', () => {
  test('offers 10, 25, 50 and 100 items per page', async () => {
    const { onPageSizeChange } = setUp(1, 63);
    await userEvent.click(screen.getByRole('combobox', { name: 'Items per page' }));
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual(['10', '25', '50', '100']);
    await userEvent.click(screen.getByRole('option', { name: '50' }));
    expect(onPageSizeChange).toHaveBeenCalledWith(50);
  });

  test('goes to the previous page, the next page and a numbered page', async () => {
    const { onPageChange } = setUp(3, 63);
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 5' }));
    expect(onPageChange.mock.calls).toEqual([[2], [4], [5]]);
    expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  });

  test('disables Previous on the first page and Next on the last', () => {
    setUp(1, 4);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  test('moves to the last page if the list becomes shorter', () => {
    const { onPageChange } = setUp(7, 35);
    expect(screen.getByText('Showing 31-35 of 35 total items')).toBeInTheDocument();
    expect(onPageChange).toHaveBeenCalledWith(4);
  });
});

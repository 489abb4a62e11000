import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SearchInput } from './SearchInput.tsx';

function Example({ told = [], pause = 0 }: { told?: string[]; pause?: number }) {
  const [value, setValue] = useState('');
  const onValueChange = (next: string) => {
    told.push(next);
    setValue(next);
  };
  const search = { value, onValueChange, pause, placeholder: 'Search flags...' };
  return (
    <>
      <SearchInput {...search} />
      <button type="button" onClick={() => setValue('')}>
        Show all
      </button>
    </>
  );
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the search field', () => {
  test('is focused by / and cleared by Escape', async () => {
    render(<Example />);
    const input = screen.getByPlaceholderText('Search flags...');
    await userEvent.keyboard('/');
    expect(input).toHaveFocus();
    await userEvent.keyboard('a/b');
    expect(input).toHaveValue('a/b');
    await userEvent.keyboard('{Escape}');
    expect(input).toHaveValue('');
  });

  test('is cleared and focused by its clear button', async () => {
    render(<Example />);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search flags' }), 'hall');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  test('shows typed text immediately, and updates the page later', async () => {
    const told: string[] = [];
    render(<Example told={told} />);
    const input = screen.getByRole('searchbox');
    fireEvent.change(input, { target: { value: 'hal' } });
    fireEvent.change(input, { target: { value: 'hall' } });
    expect(input).toHaveValue('hall');
    expect(told).toEqual([]);
    await waitFor(() => expect(told).toEqual(['hall']));
    expect(input).toHaveValue('hall');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(input).toHaveValue('');
  });

  test('with a configured delay, updates the page only after a pause in typing', () => {
    vi.useFakeTimers();
    const told: string[] = [];
    render(<Example told={told} pause={300} />);
    const wait = (ms: number) => {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    };
    for (const value of ['ha', 'hall']) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
      wait(250);
    }
    expect(told).toEqual([]);
    wait(100);
    expect(told).toEqual(['hall']);
  });
});

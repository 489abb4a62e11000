import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { SearchInput } from './search-input.tsx';

function Example() {
  const [value, setValue] = useState('');
  return <SearchInput value={value} onValueChange={setValue} placeholder="Search flags..." />;
}

describe('SearchInput', () => {
  it('is reached by / and cleared by Escape', async () => {
    render(<Example />);
    const input = screen.getByPlaceholderText('Search flags...');
    await userEvent.keyboard('/');
    expect(input).toHaveFocus();
    await userEvent.keyboard('a/b');
    expect(input).toHaveValue('a/b');
    await userEvent.keyboard('{Escape}');
    expect(input).toHaveValue('');
  });

  it('is cleared by its button, and keeps the focus', async () => {
    render(<Example />);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search flags' }), 'hall');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });
});

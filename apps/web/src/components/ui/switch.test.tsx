import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Switch } from './switch.tsx';

describe('Switch', () => {
  it('asks for the other state by click and by keyboard', async () => {
    const onCheckedChange = vi.fn();
    render(<Switch aria-label="Lamp" checked={false} onCheckedChange={onCheckedChange} />);
    const control = screen.getByRole('switch', { name: 'Lamp' });
    expect(control).not.toBeChecked();
    await userEvent.click(control);
    await userEvent.keyboard(' ');
    expect(onCheckedChange.mock.calls).toEqual([[true], [true]]);
  });

  it('says why it is disabled', () => {
    const reason = 'Offline, last seen 12 min ago';
    render(<Switch aria-label="Lamp" checked disabled reason={reason} onCheckedChange={vi.fn()} />);
    expect(screen.getByRole('switch', { name: 'Lamp' })).toBeDisabled();
    expect(screen.getByRole('switch')).toHaveAccessibleDescription(reason);
  });

  it('is busy while pending', () => {
    render(<Switch aria-label="Lamp" checked look="pending" onCheckedChange={vi.fn()} />);
    expect(screen.getByRole('switch')).toHaveAttribute('aria-busy', 'true');
  });
});

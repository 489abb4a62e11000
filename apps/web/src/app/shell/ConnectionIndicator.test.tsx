import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionState } from '@/lib/realtime/connection.ts';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';

let state: ConnectionState = 'connected';
vi.mock('@/lib/realtime/connection.ts', () => ({ useConnectionState: () => state }));
afterEach(() => {
  state = 'connected';
});

describe('the connection indicator (spec §2)', () => {
  test.each([
    ['connecting', 'Connecting'],
    ['connected', 'Connected'],
    ['reconnecting', 'Reconnecting'],
    ['disconnected', 'Disconnected'],
  ] as const)('shows %s as %s', (now, word) => {
    state = now;
    render(<ConnectionIndicator />);
    expect(screen.getByRole('status')).toHaveTextContent(`Realtime database: ${word}`);
    expect(screen.getByText(word)).toBeVisible();
  });

  test('is hidden if realtime is off', () => {
    state = 'off';
    render(<ConnectionIndicator />);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let useTicked: typeof import('./useTicked.ts').useTicked;

beforeEach(async () => {
  vi.useFakeTimers();
  // The clock is shared with other tests of this worker. One of them may have left it running on
  // real timers.
  vi.resetModules();
  ({ useTicked } = await import('./useTicked.ts'));
});
afterEach(() => void vi.useRealTimers());

test('a value that depends on the clock is updated at each tick', () => {
  const start = Date.now();
  function Age() {
    const seconds = useTicked(() => Math.floor((Date.now() - start) / 1000));
    return <p>{seconds} s ago</p>;
  }
  render(<Age />);
  expect(screen.getByText('0 s ago')).toBeVisible();
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.getByText('3 s ago')).toBeVisible();
});

test('a value that depends on the clock stays the same until the next tick, even if time passes during rendering', () => {
  let reads = 0;
  function Read() {
    return <p>{useTicked(() => ++reads)}</p>;
  }
  // React warns about a value that differs between two reads, and warnings fail the test.
  render(<Read />);
  expect(screen.getByText(String(reads))).toBeVisible();
});

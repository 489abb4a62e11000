import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTicked } from './useTicked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('shows a new value after each tick', () => {
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

test('keeps the value until the next tick, even if the clock advances while the page renders', () => {
  let reads = 0;
  function Read() {
    return <p>{useTicked(() => ++reads)}</p>;
  }
  // React warns about a value that differs between two reads, and warnings fail the test.
  render(<Read />);
  expect(screen.getByText(String(reads))).toBeVisible();
});

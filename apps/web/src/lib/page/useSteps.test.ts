import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useSteps } from './useSteps.ts';

vi.mock('./firstPage.ts', () => ({ isFirstPageShown: () => false, firstPageShown() {} }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Returns how many parts of a page are rendered after each step. The simulated clock advances by
 * `stepMs` each time it is read.
 */
async function stepsOf(total: number, stepMs: number): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  const counts: number[] = [];
  renderHook(() => counts.push(Math.min(useSteps(total), total)));
  for (let step = 0; step < total; step++) await act(() => vi.runAllTimersAsync());
  return [...new Set(counts)];
}

describe('the parts of the first page', () => {
  test('are rendered one by one on a slow device, so that it can respond to taps in between', async () => {
    expect(await stepsOf(6, 50)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('are rendered in a few steps on a fast device', async () => {
    expect(await stepsOf(14, 0.01)).toEqual([1, 2, 4, 8, 14]);
  });
});

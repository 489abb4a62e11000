import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, KEYS } from '@/lib/api/query.ts';
import { serve } from '@/testing/server.ts';
import { refetchOnRevision } from './revisions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * Shows a list. Each response with the list takes `ms` milliseconds.
 * @returns a function that returns the number of refetches
 */
async function show(ms: number): Promise<() => number> {
  const answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { body: [] };
  };
  const fetch = serve({ 'GET /api/companies': answer });
  new QueryObserver(client, { queryKey: KEYS.companies }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(ms);
  return () => fetch.mock.calls.length - 1;
}
let client = createQueryClient();
beforeEach(() => {
  client = createQueryClient();
});

test('many data changes in quick succession cause only one refetch', async () => {
  const asked = await show(10);
  const onRevision = refetchOnRevision(client);
  for (let i = 0; i < 20; i++) onRevision('acme');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(1);
  onRevision('acme');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(2);
});

test('the pause after a refetch is four times as long as the refetch, so that many changes do not overload the server', async () => {
  const asked = await show(1000);
  const onRevision = refetchOnRevision(client);
  for (let i = 0; i < 100; i++) {
    onRevision('acme');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(3);
});

test('the page can refetch data even if an earlier response never arrives', async () => {
  await show(10);
  serve({ 'GET /api/companies': () => new Promise<never>(() => {}) });
  const onRevision = refetchOnRevision(client);
  onRevision('acme');
  await vi.advanceTimersByTimeAsync(1000);
  const fetch = serve({ 'GET /api/companies': () => ({ body: [] }) });
  fetch.mockClear();
  onRevision('acme');
  await vi.advanceTimersByTimeAsync(16_000);
  expect(fetch).toHaveBeenCalledOnce();
});

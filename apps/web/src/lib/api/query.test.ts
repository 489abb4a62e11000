import { focusManager, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { serve } from '@/testing/server.ts';
import { createQueryClient } from './query.ts';

describe('the default fetch (spec §7)', () => {
  test('requests the path in its query key once, without retries, polling or refetches', async () => {
    vi.useFakeTimers();
    const fetch = serve({ 'GET /api/things/1': () => ({ body: [1] }) });
    const client = createQueryClient();
    const options = { queryKey: ['/api/things', 1] };
    const stop = new QueryObserver(client, options).subscribe(() => {});
    await vi.waitFor(() => expect(client.getQueryData(options.queryKey)).toEqual([1]));
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    stop();
    new QueryObserver(client, options).subscribe(() => {})();
    expect(fetch).toHaveBeenCalledTimes(1);

    const failing = serve({ 'GET /api/things/2': () => ({ status: 500, body: 'No.' }) });
    failing.mockClear();
    const refused = client.fetchQuery({ queryKey: ['/api/things', 2] });
    await expect(refused).rejects.toThrow('500: No.');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failing).toHaveBeenCalledTimes(1);
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });
});

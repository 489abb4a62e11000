import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query.ts';
import { useSparklines } from './useSparklines.ts';

test('sparklines are fetched only for the flags on screen, and only once for each flag', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(String(input), 'http://localhost');
    const ids = searchParams.get('flags')!.split(',');
    asked.push(`${pathname} ${ids.join(' ')}`);
    // One flag has never reported a voltage.
    const reporting = ids.filter((id) => id !== 'silent');
    const volts = Object.fromEntries(reporting.map((id) => [id, [420, null]]));
    return new Response(JSON.stringify({ until: 0, volts }));
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(({ ids, isWide }) => useSparklines(ids, isWide), {
    wrapper,
    initialProps: { ids: ['b', 'a'], isWide: false },
  });
  expect(asked).toEqual([]);
  rerender({ ids: ['b', 'a'], isWide: true });
  await waitFor(() => expect(result.current('a')).toEqual([420, null]));
  // The same rows in another order.
  rerender({ ids: ['a', 'b'], isWide: true });
  rerender({ ids: ['silent', 'a', 'c'], isWide: true });
  await waitFor(() => expect(result.current('c')).toEqual([420, null]));
  rerender({ ids: ['silent', 'c', 'b'], isWide: true });
  await waitFor(() => expect(result.current('b')).toEqual([420, null]));
  expect(result.current('silent')).toBeNull();
  expect(asked).toEqual(['/api/history/sparklines a b', '/api/history/sparklines c silent']);
});

import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { createQueryClient } from '../api/query.ts';
import { useAction } from './useAction.ts';

interface Sent {
  input: string;
  succeed: () => void;
  fail: () => void;
}

/**
 * Renders the hook.
 * @returns the hook, and its requests, which the test completes
 */
function setUp(rowOf?: (input: string) => unknown) {
  const client = createQueryClient();
  const sent: Sent[] = [];
  const mutationFn = (input: string) =>
    new Promise<void>((resolve, reject) => {
      sent.push({ input, succeed: resolve, fail: () => reject(new Error('No.')) });
    });
  const { result } = renderHook(() => useAction({ mutationFn, ...(rowOf && { rowOf }) }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const run = (...inputs: string[]) =>
    act(async () => {
      for (const input of inputs) result.current.mutate(input);
    });
  return { result, sent, run, inputs: () => sent.map(({ input }) => input) };
}

describe('a form action', () => {
  test('runs only once when called twice at the same moment, and ignores later calls until it has finished', async () => {
    const { result, sent, run, inputs } = setUp();
    await run('a', 'a', 'b');
    await run('c');
    expect(inputs()).toEqual(['a']);
    await act(async () => sent[0]!.succeed());
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    await run('d');
    expect(inputs()).toEqual(['a', 'd']);
  });

  test('can be retried after a failure', async () => {
    const { result, sent, run, inputs } = setUp();
    await run('a');
    await act(async () => sent[0]!.fail());
    await waitFor(() => expect(result.current.isError).toBe(true));
    await run('a');
    expect(inputs()).toEqual(['a', 'a']);
  });

  test('can start again after a reset, even if the earlier run is still in progress', async () => {
    const { result, sent, run, inputs } = setUp();
    await run('a');
    act(() => result.current.reset());
    await run('b');
    await act(async () => sent[0]!.succeed());
    await run('c');
    expect(inputs()).toEqual(['a', 'b']);
  });

  test('runs for several rows at once, but never twice for the same row', async () => {
    const { sent, run, inputs } = setUp((row) => row);
    await run('a', 'a', 'b', 'b');
    expect(inputs()).toEqual(['a', 'b']);
    await act(async () => sent[0]!.fail());
    await run('a', 'b');
    expect(inputs()).toEqual(['a', 'b', 'a']);
  });
});

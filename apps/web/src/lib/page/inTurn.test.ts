import { expect, test, vi } from 'vitest';
import { inTurn } from './inTurn.ts';
import { nextTask } from './nextTask.ts';

/** Notes in `order` when a callback ran, and each task that begins in between. */
function watch(name: string, order: string[]): () => void {
  return () => {
    order.push(name);
    setTimeout(() => order.push(`after ${name}`));
  };
}

test('runs each callback in a task of its own, in the order that they were added', async () => {
  const order: string[] = [];
  inTurn(watch('a', order));
  inTurn(watch('b', order));
  expect(order).toEqual([]);
  await vi.waitFor(() => expect(order).toHaveLength(4));
  expect(order.filter((name) => name.length === 1)).toEqual(['a', 'b']);
  expect(order.indexOf('after a')).toBeLessThanOrEqual(order.indexOf('b'));
});

test('does not run a callback that was cancelled', async () => {
  const cancelled = vi.fn();
  const run = vi.fn();
  const cancel = inTurn(cancelled);
  inTurn(run);
  cancel();
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(cancelled).not.toHaveBeenCalled();
  await nextTask();
  inTurn(run);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
});

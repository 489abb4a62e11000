import { expect, test, vi } from 'vitest';
import { inTurn } from './inTurn.ts';
import { nextTask } from './nextTask.ts';

/**
 * Returns a callback that adds `name` to `order`, and then adds `after {name}` in the next task.
 */
function watch(name: string, order: string[]): () => void {
  return () => {
    order.push(name);
    setTimeout(() => order.push(`after ${name}`));
  };
}

test('scheduled callbacks run in the order in which they were added, each in a separate task', async () => {
  const order: string[] = [];
  inTurn(watch('a', order));
  inTurn(watch('b', order));
  expect(order).toEqual([]);
  await vi.waitFor(() => expect(order).toHaveLength(4));
  expect(order.filter((name) => name.length === 1)).toEqual(['a', 'b']);
  expect(order.indexOf('after a')).toBeLessThanOrEqual(order.indexOf('b'));
});

test('a scheduled callback does not run if it is canceled', async () => {
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

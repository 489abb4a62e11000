import { nextTask } from './nextTask.ts';

const waiting = new Set<() => void>();
let isRunning = false;

/**
 * Runs a callback in a separate task, after all waiting callbacks, so that the browser can handle a
 * tap and paint in between.
 * @returns a function that cancels the callback
 */
export function inTurn(run: () => void): () => void {
  waiting.add(run);
  if (!isRunning) void runAll();
  return () => {
    waiting.delete(run);
  };
}

async function runAll(): Promise<void> {
  isRunning = true;
  // Also visits the callbacks that are added meanwhile.
  for (const run of waiting) {
    await nextTask();
    if (waiting.delete(run)) run();
  }
  isRunning = false;
}

import { setImmediate as nextRound } from 'node:timers/promises';

/** The long tasks that wait to continue, in order. */
const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * Lets other work run during a long task. Call it between two short steps of the task. Only one
 * task continues in each turn of the event loop, so that requests and new connections do not have
 * to wait for all tasks.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isRunning) void giveTurns();
  });
}

async function giveTurns(): Promise<void> {
  isRunning = true;
  while (waiting.length > 0) {
    await nextRound();
    waiting.shift()!();
  }
  isRunning = false;
}

/**
 * Returns a promise that resolves in a new task. In between, the browser can respond to a tap and
 * paint.
 */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

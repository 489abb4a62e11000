/**
 * Returns a promise that resolves in a new task, so that the browser can handle a tap and paint
 * first.
 */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

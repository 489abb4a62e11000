/** Resolves in a new task, so that the browser can respond to a tap and paint in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

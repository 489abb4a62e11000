import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** The window of this worker, which is kept even if Vitest loads this module again. */
const worker = globalThis as { oneWindow?: Promise<unknown> };

/**
 * A happy-dom environment with one window for all test files of a worker. Modules load only once
 * per worker, and some of them (wouter, Radix) attach themselves to the current window. With a new
 * window for each file, they would stay attached to the old one.
 */
export default {
  name: 'one-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    worker.oneWindow ??= Promise.resolve(builtinEnvironments['happy-dom'].setup(global, options));
    await worker.oneWindow;
    return { teardown() {} };
  },
} satisfies Environment;

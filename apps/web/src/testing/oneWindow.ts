import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** One per worker, also where vitest reads this module again. */
const worker = globalThis as { oneWindow?: Promise<unknown> };

/**
 * happy-dom with one window for all test files of a worker. Modules are read once there, and some of them
 * (wouter, Radix) attach themselves to the window they find; a new window for each file would lose that.
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

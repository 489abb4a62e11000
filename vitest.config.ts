import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** One PostgreSQL per run, in `TEST_DATABASE_URL`. */
const postgres = path.resolve('scripts/vitest-postgres.ts');
/** Says where there is no nginx. */
const nginx = path.resolve('scripts/vitest-nginx.ts');

/** Milliseconds. What hangs is found at last; a busy machine that is ten times slower is not wrong. */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

const node = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

export default defineConfig({
  test: {
    // Many tests wait for sockets and disks: on two cores two files at a time pay, vitest runs one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...node,
        test: {
          ...patience,
          name: 'domain',
          root: 'packages/domain',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        ...node,
        test: {
          ...patience,
          name: 'realtime',
          root: 'packages/realtime',
          globalSetup: [postgres],
          include: ['src/**/*.test.ts'],
        },
      },
      {
        ...node,
        test: {
          ...patience,
          name: 'server',
          root: 'apps/server',
          globalSetup: [postgres, nginx],
          include: ['src/**/*.test.ts'],
        },
      },
      {
        ...node,
        test: {
          ...patience,
          name: 'poles',
          root: 'apps/poles',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        resolve: {
          conditions: ['source'],
          alias: {
            '@': path.resolve('apps/web/src'),
            // One file in place of some 1,700, which each test file would read for a second.
            'lucide-react': path.resolve('node_modules/lucide-react/dist/cjs/lucide-react.js'),
          },
        },
        test: {
          ...patience,
          name: 'web',
          root: 'apps/web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/testing/setup.ts'],
        },
      },
    ],
  },
});

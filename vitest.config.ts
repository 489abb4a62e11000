import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** One PostgreSQL per run, in `TEST_DATABASE_URL`. */
const postgres = path.resolve('scripts/vitest-postgres.ts');
/** Says where there is no nginx. */
const nginx = path.resolve('scripts/vitest-nginx.ts');

/**
 * Milliseconds: far more than what a second's work takes on a busy machine. A test that takes longer
 * than 5 s on an idle one says so itself. A poll ends first, since it says what it waited for.
 */
const patience = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 25_000 } },
};

/** Tests on Node. No module keeps anything of a test, so that each is read once for all files. */
const onNode = (
  name: string,
  root: string,
  globalSetup: string[] = [],
  { alias = {}, inline = [] }: { alias?: Record<string, string>; inline?: string[] } = {},
) => ({
  resolve: { conditions: ['source'], alias },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    ...patience,
    name,
    root,
    globalSetup,
    isolate: false,
    include: ['src/**/*.test.ts'],
    server: { deps: { inline } },
  },
});

/**
 * `@firebase/rules-unit-testing` imports the whole SDK, 160 MB. It gets the official parts that it uses with
 * a realtime database; for those that it only loads, one that is loaded already.
 */
const ruleTesting = {
  inline: ['@firebase/rules-unit-testing'],
  alias: {
    'firebase/compat/app': '@firebase/app-compat',
    'firebase/compat/database': '@firebase/database-compat',
    'firebase/compat/firestore': '@firebase/app-compat',
    'firebase/compat/storage': '@firebase/app-compat',
  },
};

export default defineConfig({
  test: {
    // Many tests wait for sockets and disks: on two cores two files at a time pay, vitest runs one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      onNode('domain', 'packages/domain'),
      onNode('realtime', 'packages/realtime', [postgres], ruleTesting),
      onNode('server', 'apps/server', [postgres, nginx]),
      onNode('poles', 'apps/poles'),
      { test: { ...patience, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      {
        resolve: {
          conditions: ['source'],
          alias: { '@': path.resolve('apps/web/src') },
        },
        test: {
          ...patience,
          name: 'web',
          root: 'apps/web',
          environment: 'happy-dom',
          include: ['{src,worker}/**/*.test.{ts,tsx}'],
          setupFiles: ['src/testing/setup.ts'],
        },
      },
    ],
  },
});

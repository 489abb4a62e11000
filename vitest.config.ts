import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import { defineConfig } from 'vitest/config';
import { keepFilesInMemory, shareCompiledCode } from './scripts/lib/testFolder.mjs';

keepFilesInMemory();
shareCompiledCode();

/** Starts one PostgreSQL per run, and puts its URL into `TEST_DATABASE_URL`. */
const postgres = path.resolve('scripts/vitestPostgres.ts');
/** Reports that nginx is missing. */
const nginx = path.resolve('scripts/vitestNginx.ts');

/**
 * Time limits in milliseconds, far above what a test needs on a busy machine. A test that takes
 * longer than 5 s on an idle machine sets its own limit. The limit for polls is lower than the one
 * for tests, so that the error says what the poll waited for.
 */
const patience = {
  testTimeout: 30_000,
  // Hooks start servers and fill databases.
  hookTimeout: 60_000,
  expect: { poll: { timeout: 25_000 } },
};

const cores = availableParallelism();

/**
 * How many test files of a project run at once, for each kind of project. `computing` tests keep a
 * core busy, except while Vitest compiles their modules. `waiting` tests mostly wait for sockets,
 * timers and other processes. `serving` tests do both. Projects of one kind run together, and the
 * kinds run one after another.
 */
const WORKERS = {
  computing: { maxWorkers: Math.max(3, cores - 1), sequence: { groupOrder: 1 } },
  waiting: { maxWorkers: Math.max(6, cores), sequence: { groupOrder: 2 } },
  serving: { maxWorkers: Math.max(4, cores), sequence: { groupOrder: 3 } },
};

/**
 * Tests that run in Node. Modules keep no state between tests, so all test files of a worker share
 * them, and each module loads only once.
 */
const onNode = (
  name: string,
  root: string,
  kind: keyof typeof WORKERS,
  globalSetup: string[] = [],
  {
    alias = {},
    inline = [],
    setupFiles = [],
  }: { alias?: Record<string, string>; inline?: string[]; setupFiles?: string[] } = {},
) => ({
  resolve: { conditions: ['source'], alias },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    ...patience,
    ...WORKERS[kind],
    name,
    root,
    globalSetup,
    setupFiles,
    isolate: false,
    include: ['src/**/*.test.ts'],
    server: { deps: { inline } },
  },
});

/**
 * `@firebase/rules-unit-testing` imports the whole SDK, which takes 160 MB. These aliases give it
 * the official modules that it needs for a realtime database. The modules that it loads without
 * using them are replaced by one that is loaded anyway.
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

const WEB = path.resolve('apps/web');

/**
 * The console's test files that replace or reload modules. Each of them needs its own worker. All
 * other files share workers, in which modules load only once and the window is kept.
 */
const webFilesWithOwnModules = globSync('{src,worker,messages}/**/*.test.{ts,tsx}', {
  cwd: WEB,
}).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path.join(WEB, file), 'utf8')),
);

/** Tests of the console that run in a simulated browser. */
const inBrowser = (
  name: string,
  {
    include = ['{src,worker,messages}/**/*.test.{ts,tsx}'],
    exclude = [] as string[],
    isolate = false,
  },
) => ({
  // Turns Lingui's macros into calls.
  plugins: [lingui({ cwd: import.meta.dirname, macroTransform: true })],
  resolve: { conditions: ['source'], alias: { '@': path.join(WEB, 'src') } },
  test: {
    ...patience,
    maxWorkers: WORKERS.computing.maxWorkers,
    name,
    root: WEB,
    environment: isolate ? 'happy-dom' : './src/testing/oneWindow.ts',
    isolate,
    include,
    exclude,
    setupFiles: ['src/testing/setup.ts'],
    // Runs cleanup hooks in the order that they were added: first removes the page of a test, then
    // resets the state that its file has set up. A page that is still there would react to the
    // reset.
    sequence: { ...WORKERS.computing.sequence, hooks: 'list' as const },
  },
});

export default defineConfig({
  test: {
    projects: [
      onNode('messages', 'packages/messages', 'computing'),
      onNode('domain', 'packages/domain', 'computing'),
      onNode('realtime', 'packages/realtime', 'waiting', [postgres], ruleTesting),
      onNode('server', 'apps/server', 'serving', [postgres, nginx], {
        setupFiles: ['src/testing/cheapPasswords.ts'],
      }),
      onNode('poles', 'apps/poles', 'waiting'),
      onNode('docs', 'apps/docs', 'computing'),
      {
        test: {
          ...patience,
          ...WORKERS.computing,
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.mjs'],
        },
      },
      inBrowser('web', { exclude: webFilesWithOwnModules }),
      inBrowser('web-mocks', { include: webFilesWithOwnModules, isolate: true }),
    ],
  },
});

import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import { defineConfig } from 'vitest/config';
import { keepFilesInMemory, shareCompiledCode } from './scripts/lib/testFolder.mjs';

keepFilesInMemory();
shareCompiledCode();

/** One PostgreSQL per run, in `TEST_DATABASE_URL`. */
const postgres = path.resolve('scripts/vitestPostgres.ts');
/** Says where there is no nginx. */
const nginx = path.resolve('scripts/vitestNginx.ts');

/**
 * Milliseconds: far more than what a second's work takes on a busy machine. A test that takes longer
 * than 5 s on an idle one says so itself. A poll ends first, since it says what it waited for.
 */
const patience = {
  testTimeout: 30_000,
  // Hooks start servers and fill databases.
  hookTimeout: 60_000,
  expect: { poll: { timeout: 25_000 } },
};

/** Tests on Node. No module keeps anything of a test, so that each is read once for all files. */
const onNode = (
  name: string,
  root: string,
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

const WEB = path.resolve('apps/web');

/**
 * Test files of the console that replace a module or load it again: each needs its own worker. The others
 * share workers, which read each module once and keep one window.
 */
const webFilesWithOwnModules = globSync('{src,worker,messages}/**/*.test.{ts,tsx}', {
  cwd: WEB,
}).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path.join(WEB, file), 'utf8')),
);

/** Tests of the console, on a simulated browser. */
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
    name,
    root: WEB,
    environment: isolate ? 'happy-dom' : './src/testing/oneWindow.ts',
    isolate,
    include,
    exclude,
    setupFiles: ['src/testing/setup.ts'],
    // The page of a test goes first, and what its file resets afterwards: a page that is still there would go on.
    sequence: { hooks: 'list' as const },
  },
});

export default defineConfig({
  test: {
    // Many tests wait for sockets and disks: two cores have time for three files at once.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      onNode('messages', 'packages/messages'),
      onNode('domain', 'packages/domain'),
      onNode('realtime', 'packages/realtime', [postgres], ruleTesting),
      onNode('server', 'apps/server', [postgres, nginx], {
        setupFiles: ['src/testing/cheapPasswords.ts'],
      }),
      onNode('poles', 'apps/poles'),
      onNode('docs', 'apps/docs'),
      { test: { ...patience, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      inBrowser('web', { exclude: webFilesWithOwnModules }),
      inBrowser('web-mocks', { include: webFilesWithOwnModules, isolate: true }),
    ],
  },
});

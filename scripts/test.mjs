// Runs all checks: types, lint, unit and integration tests on both databases, and browser tests.
// With --full, also runs the slow ones. Passes any other arguments to vitest and then runs only
// vitest.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { aptInstall, canInstall, isInApt } from './lib/apt.mjs';
import {
  CHROMIUM_PACKAGE,
  ensureChromium,
  findChromium,
  findShell,
  SHELL_PACKAGE,
} from './lib/chromium.mjs';
import { at, ROOT } from './lib/paths.mjs';
import { say } from './lib/processes.mjs';
import { main, setUp } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

const OWN_OPTIONS = ['--full', '--no-system-packages'];
const given = process.argv.slice(2);
const full = given.includes('--full');
const mayInstallSystemPackages = !given.includes('--no-system-packages');
/**
 * The argument `--shard=1/3` for the first of three parts, which CI runs in parallel. The first
 * part also runs the checks.
 */
const shard = given.find((argument) => /^--shard=\d+\/\d+$/.test(argument));
const isFirstShard = shard === undefined || shard.startsWith('--shard=1/');
const ofShard = shard === undefined ? [] : [shard];
/**
 * The part of the browser tests to run. The additional option is necessary because, by default,
 * Playwright fails if there are fewer files than shards.
 */
const ofBrowserShard = shard === undefined ? [] : [shard, '--pass-with-no-tests'];
const forVitest = given.filter((argument) => !OWN_OPTIONS.includes(argument) && argument !== shard);
/** The file written by vitestSummary.ts. */
const VITEST_SUMMARY = at('.cache/vitest-summary.json');
const BROWSER_REPORT = at('.cache/playwright.json');
const SPEED_REPORT = at('.cache/playwright-speed.json');
/** The file written by vitestPostgres.ts. */
const POSTGRES_MISSING = at('.cache/postgres-missing');
/** The file written by vitestNginx.ts. */
const NGINX_MISSING = at('.cache/nginx-missing');
/** Maximum number of characters of a failure shown in the last lines. */
const SHOWN_LENGTH = 800;

/** Runs one step to completion. Returns whether it passed. */
async function step(title, args, env = {}) {
  say(`\n── ${title}`);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const code = await new Promise((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
  return code === 0;
}

/** Runs the unit and integration tests, or those named in the arguments. */
const vitest = (args, env) =>
  step(
    'Unit and integration tests',
    [
      TOOLS.vitest,
      'run',
      '--reporter=default',
      `--reporter=${at('scripts/vitestSummary.ts')}`,
      // On a busy machine, a test may need a second attempt, as in e2e/playwright.config.ts.
      ...(process.env.CI ? ['--retry=1'] : []),
      ...args,
    ],
    env,
  );

/** Runs one project of the browser tests (e2e/playwright.config.ts). */
const browserTests = (title, project, report, env) =>
  step(title, [TOOLS.playwright, 'test', '-c', 'e2e', '--project', project, ...ofBrowserShard], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });

/**
 * Returns the system packages that the tests need and that this machine lacks, each with its
 * purpose.
 */
async function missingPackages() {
  const { findPostgres } = await import('./postgres.mjs');
  const { findNginx } = await import('./nginx.mjs');
  return {
    ...((await findChromium()) ? {} : CHROMIUM_PACKAGE),
    ...(process.env.TEST_DATABASE_URL || findPostgres()
      ? {}
      : { postgresql: 'the tests on PostgreSQL, in throw-away databases' }),
    ...(findNginx() ? {} : { nginx: 'the tests behind a proxy' }),
  };
}

/** Installs missing system packages if that is possible and allowed. */
async function ensureSystemPackages() {
  if (!mayInstallSystemPackages || !canInstall()) return;
  const missing = await missingPackages();
  if (Object.keys(missing).length > 0) await aptInstall(missing);
  if (process.env.CHROMIUM_PATH || findShell()) return;
  // Ubuntu does not have this package.
  if (Object.keys(SHELL_PACKAGE).every(isInApt)) await aptInstall(SHELL_PACKAGE);
}

/** Returns a browser's path; null if there is none and no system packages may be installed. */
async function browserForTests() {
  try {
    return await ensureChromium({ useApt: mayInstallSystemPackages });
  } catch (error) {
    if (mayInstallSystemPackages) throw error;
    say(error.message);
    return null;
  }
}

/**
 * Returns Playwright's results in the format of vitestSummary.ts. The report contains nested suites
 * with specs, which have the names of the tests.
 */
function browserSummary(file) {
  const summary = { passed: 0, failed: 0, flaky: [], failures: [] };
  const visit = (suite) => {
    for (const inner of suite.suites ?? []) visit(inner);
    for (const spec of suite.specs ?? []) {
      const name = `${spec.file} > ${spec.title}`;
      for (const test of spec.tests) {
        if (test.status === 'expected' || test.status === 'flaky') summary.passed += 1;
        if (test.status === 'flaky') summary.flaky.push(name);
        if (test.status !== 'unexpected') continue;
        summary.failed += 1;
        const messages = test.results.flatMap((result) => result.errors.map((e) => e.message));
        summary.failures.push(`${name}\n${messages[0] ?? ''}`);
      }
    }
  };
  visit(readReport(file) ?? {});
  return summary;
}

const readReport = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

main(async () => {
  await setUp();
  if (forVitest.length > 0) {
    if (!(await vitest([...forVitest, ...ofShard]))) process.exit(1);
    return;
  }
  await ensureSystemPackages();
  const browser = await browserForTests();
  for (const file of [
    VITEST_SUMMARY,
    BROWSER_REPORT,
    SPEED_REPORT,
    POSTGRES_MISSING,
    NGINX_MISSING,
  ])
    fs.rmSync(file, { force: true });
  const env = full ? { HALYARD_FULL: '1', KILL_ROUNDS: '50' } : {};

  const checks = [
    ['Lock file', [at('scripts/checkLock.mjs')]],
    ['Structure', [at('scripts/checkLayers.mjs')]],
    ['Types', [TOOLS.tsc, '-b']],
    ['Format and lint', [TOOLS.biome, 'check', '.']],
    ['Promises', [TOOLS.oxlint, '--type-aware']],
  ];
  const results = [];
  for (const [title, args] of isFirstShard ? checks : [])
    results.push([title, await step(title, args)]);
  results.push(['Unit and integration tests', await vitest(ofShard, env)]);
  if (browser) {
    results.push([
      'Browser tests',
      await browserTests('Browser tests', 'product', BROWSER_REPORT, env),
    ]);
    if (full)
      results.push([
        'Speed',
        await browserTests('Speed in the browser', 'speed', SPEED_REPORT, env),
      ]);
  }

  const summaries = [
    readReport(VITEST_SUMMARY) ?? { passed: 0, failed: 0, flaky: [], failures: [] },
    browserSummary(BROWSER_REPORT),
    browserSummary(SPEED_REPORT),
  ];
  const sum = (key) => summaries.reduce((total, summary) => total + summary[key], 0);
  const all = (key) => summaries.flatMap((summary) => summary[key]);
  say('');
  for (const [title, ok] of results) say(`${ok ? 'ok  ' : 'FAIL'}  ${title}`);
  for (const failure of all('failures')) {
    const text = stripVTControlCharacters(failure);
    // A message may contain a whole page, so it is cut off here. The full message is above, next to
    // the test.
    say(`\nFAIL  ${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)} …` : text}`);
  }
  for (const name of all('flaky')) say(`\nPassed on the second try only: ${name}`);
  if (fs.existsSync(POSTGRES_MISSING)) {
    say(`NOT RUN: every test on PostgreSQL, since ${fs.readFileSync(POSTGRES_MISSING, 'utf8')}.`);
  }
  if (fs.existsSync(NGINX_MISSING)) {
    say(`NOT RUN: the tests behind a proxy, since ${fs.readFileSync(NGINX_MISSING, 'utf8')}.`);
  }
  if (!browser) say('NOT RUN: every test in the browser, since no Chromium is installed here.');
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  if (results.some(([, ok]) => !ok)) process.exit(1);
});

import fs from 'node:fs';
import path from 'node:path';
import { at } from './paths.mjs';
import { node, npm, say } from './processes.mjs';
import { useSupportedNode } from './runtime.mjs';
import { TOOLS } from './tools.mjs';

const readJson = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** This machine, described as in the entries of a lock file. */
const MACHINE = {
  os: process.platform,
  cpu: process.arch,
  libc: process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl',
};

/**
 * Whether an optional package in the lock file must be present, because it is compiled code for
 * this machine. If `npm ci` ran with an older Node, packages that need a newer one were skipped.
 * @param entry the package's entry in package-lock.json
 */
export function isForMachine(entry, machine = MACHINE) {
  const allows = (name) => entry[name]?.includes(machine[name]);
  const hasLibc = !entry.libc || machine.os !== 'linux' || allows('libc');
  return Boolean(allows('os') && allows('cpu') && hasLibc);
}

/** Whether node_modules matches package-lock.json. */
function isInstalled() {
  const wanted = readJson(at('package-lock.json'))?.packages ?? {};
  const present = readJson(at('node_modules/.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(wanted).every(([where, entry]) => {
    if (!where.includes('node_modules/') || entry.peer) return true;
    if (entry.optional && !isForMachine(entry)) return true;
    const found = present[where];
    if (!found || !fs.existsSync(at(where))) return false;
    return entry.link ? found.link === true : found.version === entry.version;
  });
}

/** Installs the packages if they are missing or differ from the lock file. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  say('Installing packages (once, about a minute)…');
  await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

const SOURCES = [
  ...['packages', 'apps', 'bench', 'package-lock.json', 'tsconfig.base.json'],
  'scripts/lib/bundle.mjs',
];
const STAMP = at('.cache/build.stamp');

/** Returns the newest modification time of the build's sources, in epoch milliseconds. */
function newestSource(where, newest = 0) {
  const stat = fs.statSync(where);
  if (!stat.isDirectory()) return Math.max(newest, stat.mtimeMs);
  // The modification times of folders do not count, because the build tools put temporary files
  // there.
  let latest = newest;
  for (const name of fs.readdirSync(where)) {
    if (name === 'node_modules' || /^dist(-|$)/.test(name)) continue;
    latest = newestSource(path.join(where, name), latest);
  }
  return latest;
}

/** Whether no source file is newer than the last build. */
export function isBuilt() {
  const outputs = [
    'apps/server/dist/main.js',
    'apps/poles/dist/cli.js',
    'apps/web/dist/index.html',
  ];
  if (!fs.existsSync(STAMP) || outputs.some((file) => !fs.existsSync(at(file)))) return false;
  const built = fs.statSync(STAMP).mtimeMs;
  return SOURCES.every((source) => newestSource(at(source)) <= built);
}

/** The source files of the help, in addition to the packages. */
const DOCS_SOURCES = [
  ...['docs', 'deploy', 'apps/docs', 'apps/web/src/styles/tokens.css', 'package-lock.json'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
];
const DOCS_STAMP = at('.cache/docs.stamp');

/**
 * Writes a stamp file with the start time of a build, so that a file saved during the build counts
 * as newer.
 */
function stamp(file, started) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
  fs.utimesSync(file, started, started);
}

/**
 * Builds the help (apps/docs), which the server serves at /help/.
 * @throws an error if a page has a dead link, but only after writing the site
 */
export async function buildDocs() {
  const started = new Date();
  say('Building the help…');
  // Hides Node 22's warning about TypeScript.
  await node(['--disable-warning=ExperimentalWarning', at('apps/docs/src/build.ts')]);
  stamp(DOCS_STAMP, started);
}

/**
 * Builds the help if a page is newer. Halyard also runs without the help, so a failure is only
 * reported.
 */
async function ensureDocs() {
  const isCurrent =
    fs.existsSync(DOCS_STAMP) &&
    fs.existsSync(at('apps/docs/dist/index.html')) &&
    DOCS_SOURCES.every((source) => newestSource(at(source)) <= fs.statSync(DOCS_STAMP).mtimeMs);
  if (isCurrent) return;
  await buildDocs().catch(({ message }) => say(`Could not build the help: ${message}`));
}

/** Returns the languages that have a catalog, English first. */
function languages() {
  const files = fs.readdirSync(at('apps/web/locales')).map((file) => path.basename(file, '.po'));
  return ['en', ...files.filter((language) => language !== 'en').sort()];
}

/** Builds the packages, the programs and the console if a source is newer than the last build. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  const started = new Date();
  say('Building the server…');
  await node([TOOLS.tsc, '-b']);
  // Imported only now, because it needs an installed package.
  const { bundlePrograms } = await import('./bundle.mjs');
  await bundlePrograms();
  for (const language of languages()) {
    say(`Building the console${language === 'en' ? '' : ` (${language})`}…`);
    await node([TOOLS.vite, 'build', '--logLevel', 'warn'], {
      cwd: at('apps/web'),
      env: { ...process.env, HALYARD_LANGUAGE: language },
    });
  }
  stamp(STAMP, started);
}

/**
 * Whether this installation can only be run: it is built, but has no tools for building or testing.
 */
const isForRunningAlone = () =>
  fs.existsSync(at('apps/server/dist/main.js')) && !fs.existsSync(at('node_modules/typescript'));

/** Runs `setUp` for a command on a real installation, unless the installation can only be run. */
export async function setUpToRun() {
  if (!isForRunningAlone()) await setUp();
}

/** Prepares everything that a command needs on a fresh clone. */
export async function setUp() {
  await ensureInstalled();
  await ensureBuilt();
  await ensureDocs();
}

/**
 * Runs a script's main function with a supported Node. Prints a failure as one sentence, and sets
 * the exit code to 1.
 */
export function main(action) {
  useSupportedNode()
    .then(action)
    .catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exit(1);
    });
}

// Bundles the programs of a workspace, so that they start in half the time: Node then loads about
// ten files instead of almost two thousand (docs/decisions/0027-bundle.md).
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './paths.mjs';

/**
 * The programs of each workspace: files in its `src`, without the extension. The built files have
 * the same paths in `dist`.
 */
const PROGRAMS = {
  'apps/server': [
    'main',
    'index',
    'app/admin/cli',
    'app/docs/openapiCli',
    'features/halfStaff/ledger/verifyCli',
    'features/importExport/firebase/cli',
    'realtime/databaseRules/cli',
    'realtime/firebase/deletePasswordsCli',
    // A test lowers a limit in the server's process.
    'realtime/server/budgets',
  ],
  'apps/poles': ['cli', 'index'],
};

/**
 * Packages that stay in node_modules: those with compiled code, with files that they find next to
 * their own, or with their own worker threads, and one that few installations load.
 */
const EXTERNAL = ['@node-rs/argon2', '@photostructure/sqlite', 'firebase-admin', 'pg', 'pino'];
const isExternal = (name) =>
  EXTERNAL.some((external) => name === external || name.startsWith(`${external}/`));

/** The notices of the packages in a bundle, which their licenses require. */
const NOTICES = 'third-party-licenses.txt';

/** Bundles all programs. Does not check types. */
export async function bundlePrograms() {
  for (const [workspace, programs] of Object.entries(PROGRAMS))
    await bundle(path.join(ROOT, workspace), programs);
}

/**
 * Bundles the programs of one workspace.
 * @param workspace the folder that contains `src` and `dist`
 * @param programs the paths of the programs' files in `src`, without the extension
 */
export async function bundle(workspace, programs) {
  const source = (name) => path.join(workspace, 'src', `${name}.ts`);
  const dist = path.join(workspace, 'dist');
  const build = await rolldown({
    cwd: workspace,
    input: Object.fromEntries(programs.map((name) => [name, source(name)])),
    platform: 'node',
    external: isExternal,
    resolve: { conditionNames: ['source', 'node'] },
    transform: { target: 'es2023' },
    plugins: [ownUrls(dist)],
  });
  const { output } = await build.generate({
    format: 'esm',
    // Logs contain the names of error classes.
    keepNames: true,
    chunkFileNames: 'chunks/[name].js',
  });
  await build.close();
  removeScripts(dist);
  for (const { fileName, code } of output) write(path.join(dist, fileName), code);
  const modules = output.flatMap(({ moduleIds }) => moduleIds);
  write(path.join(dist, NOTICES), noticesFor(modules));
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Deletes the scripts of earlier builds. TypeScript's declarations remain. */
function removeScripts(dist) {
  for (const name of fs.globSync('**/*.{js,js.map}', { cwd: dist }))
    fs.rmSync(path.join(dist, name));
}

/** The placeholder for the URL of the `dist` folder, until the path of each chunk is known. */
const DIST_URL = '__HALYARD_DIST_URL__';

/**
 * Gives each of our modules the URL that it would have without bundling, `dist/app/start.js` for
 * `src/app/start.ts`, because modules find files of the installation relative to their own.
 */
function ownUrls(dist) {
  return {
    name: 'own-urls',
    transform: {
      filter: { code: 'import.meta', id: { include: /\/src\/.*\.ts$/, exclude: /node_modules/ } },
      handler(code, id) {
        const built = id.replace(/\/src\/(.*)\.ts$/, '/dist/$1.js');
        const relative = path.relative(dist, built).replaceAll(path.sep, '/');
        return code.replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(relative)}, ${DIST_URL}).href`,
        );
      },
    },
    renderChunk(code, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1) || './';
      return code.replaceAll(DIST_URL, `new URL("${up}", import.meta.url)`);
    },
  };
}

/** Returns the license texts of all packages that the modules belong to. */
function noticesFor(modules) {
  const folders = modules.map(
    (id) => /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0],
  );
  return [...new Set(folders.filter(Boolean))]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const files = fs.readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)/i.test(file));
  const texts = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`;
}

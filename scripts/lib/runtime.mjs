// Finds the Node that Halyard runs on: the running one if package.json's `engines` allows it,
// otherwise one from the npm registry (docs/decisions/0014-node.md). Runs before anything is
// installed, so it imports only node: modules.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { at } from './paths.mjs';
import { npm, onParentEnd, say } from './processes.mjs';

/** The oldest Node versions that can run these scripts and thus download a newer Node. */
const OLDEST_STARTER = '>=20.19.0';
const BROUGHT = at('.node');
const LOCK_FILE = at('scripts/node/package-lock.json');

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const numbers = (version) => version.split('.').map(Number);

/** Whether a version is in a range such as `^22.19.0 || >=24.0.0`. */
export function isInRange(version, range) {
  const [major, minor, patch] = numbers(version);
  return range.split('||').some((part) => {
    const [, kind, oldest] = part.trim().match(/^(\^|>=)([\d.]+)$/);
    const [least, leastMinor, leastPatch] = numbers(oldest);
    if (major !== least) return kind === '>=' && major > least;
    return minor > leastMinor || (minor === leastMinor && patch >= leastPatch);
  });
}

/** Describes this machine with the values used for `os` and `cpu` in package.json. */
function thisSystem() {
  process.report.excludeNetwork = true;
  const { glibcVersionRuntime } = process.report.getReport().header;
  const isMusl = process.platform === 'linux' && !glibcVersionRuntime;
  return { os: process.platform, cpu: process.arch, isMusl };
}

/**
 * Finds the package with Node for an operating system in the lock file in scripts/node. Returns
 * null if there is none. The packages for Linux require glibc.
 */
export function nodePackageFor({ os, cpu, isMusl }, { packages }) {
  if (isMusl) return null;
  const found = Object.entries(packages).find(([, entry]) => entry.os === os && entry.cpu === cpu);
  if (!found) return null;
  const [where, entry] = found;
  return { ...entry, name: where.slice('node_modules/'.length) };
}

/**
 * Downloads a Node with npm, which checks it against the hash in the lock file. Does nothing if it
 * has already been downloaded.
 * @param pinned the result of `nodePackageFor`
 * @param folder the folder for downloaded versions
 * @returns the path of its `node`
 */
export async function bringNode(pinned, folder = BROUGHT) {
  const { name, version } = pinned;
  const home = path.join(folder, `${name}-${version}`);
  const program = path.join(home, pinned.bin.node);
  if (fs.existsSync(program)) return program;
  say(`Downloading Node ${version} from the npm registry (once)…`);
  fs.mkdirSync(folder, { recursive: true });
  // The final folder must be either complete or missing, because another command may be downloading
  // the same version, and this one may be interrupted.
  const temporary = fs.mkdtempSync(path.join(folder, 'new-'));
  try {
    await installOnly(pinned, temporary);
    const unpacked = path.join(temporary, 'node_modules', name);
    // Headers and manuals are a third of the package.
    for (const unused of ['include', 'share'])
      fs.rmSync(path.join(unpacked, unused), { recursive: true, force: true });
    const test = spawnSync(path.join(unpacked, pinned.bin.node), ['--version']);
    if (test.status !== 0)
      throw new Error(`it does not start on this system. ${test.stderr ?? ''}`);
    moveInto(unpacked, home);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
  return program;
}

/** Installs one package exactly as in the lock file. */
async function installOnly({ name, version, integrity, resolved }, folder) {
  const project = { name: 'halyard-node', dependencies: { [name]: version } };
  const entry = { version, integrity, ...(resolved ? { resolved } : {}) };
  const lock = {
    name: project.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': project, [`node_modules/${name}`]: entry },
  };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await npm(['ci', '--prefix', folder, '--ignore-scripts', ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function moveInto(from, to) {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    // Another command was faster and has moved the same files there.
    if (!fs.existsSync(to)) throw error;
  }
}

/** Whether the `node` on the PATH is this program. */
function isOnPath(program) {
  const name = path.basename(program);
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    if (folder && fs.existsSync(file)) return fs.realpathSync(file) === fs.realpathSync(program);
  }
  return false;
}

/** Makes `node` run the given program in this process and its children. */
function putOnPath(program) {
  if (!isOnPath(program))
    process.env.PATH = [path.dirname(program), process.env.PATH].join(path.delimiter);
  // npm sets these variables for scripts.
  for (const name of ['NODE', 'npm_node_execpath'])
    if (process.env[name]) process.env[name] = program;
}

/**
 * Runs the same command again with another Node, and exits with its exit code or signal. Never
 * resolves.
 */
function startAgain(program) {
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  onParentEnd(() => child.kill('SIGTERM'));
  return new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (!signal) process.exit(code);
      // Exit with the same signal, so that the parent process sees it.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

/**
 * Resolves once this command is running on a supported Node, which its child processes use too. If
 * the running Node is not supported, restarts the command with one that is.
 * @throws an error with a sentence that names the Node to install, if none can be downloaded
 */
export async function useSupportedNode({ lockFile = LOCK_FILE, folder = BROUGHT } = {}) {
  const { node: running } = process.versions;
  const { node: supported } = readJson(at('package.json')).engines;
  if (isInRange(running, supported)) {
    putOnPath(process.execPath);
    return;
  }
  const system = thisSystem();
  const wanted = `Halyard needs Node 22, 24 or 26 (${supported}); this is ${running}`;
  const install = 'Install Node 24 from https://nodejs.org, or with your system’s package manager.';
  if (!isInRange(running, OLDEST_STARTER)) throw new Error(`${wanted}. ${install}`);
  const pinned = nodePackageFor(system, readJson(lockFile));
  if (!pinned) {
    const name = `${system.os} ${system.cpu}${system.isMusl ? ' with musl' : ''}`;
    throw new Error(`${wanted}, and npm has no newer one for ${name}. ${install}`);
  }
  const program = await bringNode(pinned, folder).catch((error) => {
    throw new Error(
      `${wanted}, and ${pinned.name} ${pinned.version} cannot be used: ${error.message} ${install}`,
    );
  });
  putOnPath(program);
  await startAgain(program);
}

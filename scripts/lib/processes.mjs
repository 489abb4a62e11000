import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { ROOT } from './paths.mjs';

/** Prints one line of progress. */
export const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Runs a command to completion and shows its output. Throws if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      code === 0
        ? resolve(undefined)
        : reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? `code ${code}`}`)),
    );
  });
}

/** Runs npm with the current Node, because `npm` may not be on a script's PATH. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        ...options,
        shell: process.platform === 'win32',
      });
}

/**
 * Runs a module of an installed package, such as the TypeScript compiler, with the current Node.
 */
export function node(args, options) {
  return run(process.execPath, args, options);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
let stopping = false;

/**
 * Starts a long-running Node process that ends together with this one: when its IPC channel closes,
 * even after kill -9 of this process, the child stops. If a child ends, all other children are
 * stopped, unless it `mayEnd`.
 */
export function startChild(args, { stdin = 'ignore', mayEnd = false, ...options } = {}) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    ...options,
    stdio: [stdin, 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  child.on('exit', (code) => {
    children.delete(child);
    if (!stopping && !mayEnd) stopAll(code ?? 1);
  });
  return child;
}

/** Stops every child, waits for them, then exits. Kills those still running after 10 s. */
export function stopAll(code = 0) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  const wait = setInterval(() => {
    if (children.size > 0) return;
    clearInterval(wait);
    process.exit(code);
  }, 20);
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
    process.exit(code || 1);
  }, 10_000).unref();
}

/** Returns the parent of a process, or null if it is unknown. */
function parentOf(pid) {
  try {
    // The format is: pid (name) state parent … The name may contain anything, so split after its
    // last parenthesis.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout?.trim() ? Number(stdout) : null;
  }
}

/**
 * Calls `action` when the process that started this one has ended or, if npm started this one, when
 * npm has ended.
 */
export function onParentEnd(action) {
  const parent = process.ppid;
  // npm runs its scripts in a shell that outlives npm, so the shell's parent is checked too.
  const starter = process.env.npm_lifecycle_event ? parentOf(parent) : null;
  const watch = setInterval(() => {
    if (process.ppid === parent && (starter === null || parentOf(parent) === starter)) return;
    clearInterval(watch);
    action();
  }, 1000);
  watch.unref();
}

/** Calls stopAll on Ctrl-C, on SIGTERM, and when the process that started this one ends. */
export function stopWithParent() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(0));
  onParentEnd(() => stopAll(0));
}

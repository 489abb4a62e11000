// Waiting for servers that tests start as processes. Only node: modules.

import { readFileSync } from 'node:fs';

/** Milliseconds that a process may do nothing before it is ready, and those that it may take in all. */
const IDLE_MS = 10_000;
const MOST_MS = 25_000;
const LOOK_MS = 500;

/**
 * Waits until a process is ready. Fails with all that it printed when it ends first, when it and its
 * children have done nothing for 10 s, or after 25 s; then it is killed. A busy machine makes a start
 * slow, not idle.
 * @param child with its output piped, as far as `ready` or an error's text needs it
 * @param ready what it has printed and, for each message over IPC, the message → what to resolve with;
 *   undefined: not ready yet
 */
export function whenReady(child, ready) {
  return new Promise((resolve, reject) => {
    let printed = '';
    let settled = false;
    const settle = (act) => {
      if (settled) return;
      settled = true;
      clearInterval(watch);
      act();
    };
    const fail = (what) =>
      settle(() => {
        child.kill('SIGKILL');
        reject(new Error(`The process ${what}: ${printed.trim() || 'it printed nothing'}`));
      });
    const look = (message) => {
      if (settled) return;
      const result = ready(printed, message);
      if (result !== undefined) settle(() => resolve(result));
    };
    // It goes on reading when all is settled: a full pipe would stop the process.
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        if (settled) return;
        printed += text;
        look();
      });
    child.on('message', look);
    child.once('error', (error) => fail(`cannot be started (${error.message})`));
    child.once('close', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));

    let [idle, total] = [0, 0];
    let used = cpuTime(child.pid);
    const watch = setInterval(() => {
      const now = cpuTime(child.pid);
      if (now === used) idle += LOOK_MS;
      used = now;
      total += LOOK_MS;
      if (idle >= IDLE_MS || total >= MOST_MS) fail(`is not ready after ${total / 1000} s`);
    }, LOOK_MS);
  });
}

/**
 * What a process and those that it started have used of the processor, in the system's ticks; the same
 * number at all times where that cannot be read.
 */
function cpuTime(pid) {
  try {
    // pid (name) state parent …: the name may hold anything, so count from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    const own = Number(fields[11]) + Number(fields[12]);
    return children.reduce((sum, child) => sum + cpuTime(child), own);
  } catch {
    return 0;
  }
}

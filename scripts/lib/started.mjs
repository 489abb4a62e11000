// Waits for servers that tests start as processes. Imports only node: modules.

import { readFileSync } from 'node:fs';

/** Maximum time in ms that a process may be idle before it is ready. */
const IDLE_MS = 10_000;
/** Maximum CPU time that a process may use before it is ready, in hundredths of a second. */
const MOST_TICKS = 2500;
const LOOK_MS = 500;

/**
 * Waits until a process is ready. If the process ends first, is idle together with its children for
 * 10 s, or uses more than 25 s of CPU time, kills it and fails with everything that it printed. On
 * a busy machine, a start takes longer, but it is not idle and uses no more CPU time.
 * @param child a process whose output is piped as far as `ready` or an error message needs it
 * @param ready called with the output so far and, for each IPC message, the message; returns the
 * value to resolve with, or undefined if the process is not ready yet
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
    // Keep reading after the result is known, because a full pipe would block the process.
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        if (settled) return;
        printed += text;
        look();
      });
    child.on('message', look);
    child.once('error', (error) => fail(`cannot be started (${error.message})`));
    child.once('close', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));

    let idle = 0;
    let used = cpuTime(child.pid);
    const watch = setInterval(() => {
      const now = cpuTime(child.pid);
      if (now === used) idle += LOOK_MS;
      used = now;
      if (idle >= IDLE_MS) fail(`was idle for ${idle / 1000} s before it was ready`);
      if (used >= MOST_TICKS) fail(`used ${used / 100} s of processor time and is not ready`);
    }, LOOK_MS);
  });
}

/**
 * Returns the CPU time that a process and its children have used, in ticks of the system clock,
 * which are hundredths of a second. Returns 0 if it cannot be read.
 */
function cpuTime(pid) {
  try {
    // The format is: pid (name) state parent … The name may contain anything, so split after its
    // last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    const own = Number(fields[11]) + Number(fields[12]);
    return children.reduce((sum, child) => sum + cpuTime(child), own);
  } catch {
    return 0;
  }
}

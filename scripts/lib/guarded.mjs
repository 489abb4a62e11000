// Servers of other people's making, started for tests, which outlive nobody. Only node: modules.

import { spawn } from 'node:child_process';

/**
 * The server runs below a shell that ends it when it is told to, or when this process is gone, even
 * by kill -9, and then removes the folder, so that nothing is left behind. One that does not end
 * within 10 s is killed.
 */
const GUARD = `
  "$@" & server=$!
  trap 'stop=1' TERM
  alive() { [ -d "/proc/$1" ] || ps -p "$1" >/dev/null 2>&1; }
  while [ -z "$stop" ] && alive "$OWNER" && alive "$server"; do sleep 0.3; done
  kill -INT "$server" 2>/dev/null
  tries=0
  while [ "$tries" -lt 100 ] && alive "$server"; do sleep 0.1; tries=$((tries + 1)); done
  alive "$server" && kill -KILL "$server"
  wait "$server"
  rm -rf "$FOLDER"
`;

/** Starts a command below its guard; what it says comes on `stderr`. End it with `stopGuarded`. */
export function spawnGuarded(command, folder, options) {
  return spawn('sh', ['-c', GUARD, 'guard', ...command], {
    ...options,
    env: { ...options.env, FOLDER: folder, OWNER: String(process.pid) },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: Ctrl-C must reach the tests first, and the server when they are done.
    detached: true,
  });
}

export function stopGuarded(guard) {
  if (guard.exitCode !== null) return Promise.resolve();
  const end = ended(guard);
  guard.kill('SIGTERM');
  return end;
}

/** Resolves when the guard and its server are gone. */
export function ended(guard) {
  return new Promise((resolve) => {
    // The guard itself keeps no process running, so that forgetting to stop it does not either.
    const hold = setInterval(() => {}, 1000);
    guard.once('exit', () => {
      clearInterval(hold);
      resolve();
    });
  });
}

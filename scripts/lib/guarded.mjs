// Runs third-party servers for tests, and ends them with the tests. Imports only node: modules.

import { spawn } from 'node:child_process';

/**
 * A shell script that runs the server. The shell ends the server on a signal or when this process
 * is gone, even after kill -9, and then deletes the folder, so that nothing is left behind. It
 * kills a server that does not end within 10 s.
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

/**
 * Starts a command through the guard script. `stderr` carries the command's error output. End it
 * with `stopGuarded`.
 */
export function spawnGuarded(command, folder, options) {
  return spawn('sh', ['-c', GUARD, 'guard', ...command], {
    ...options,
    env: { ...options.env, FOLDER: folder, OWNER: String(process.pid) },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group, so that Ctrl-C reaches only the tests, which then end the server.
    detached: true,
  });
}

export function stopGuarded(guard) {
  if (guard.exitCode !== null) return Promise.resolve();
  const end = ended(guard);
  guard.kill('SIGTERM');
  return end;
}

/** Resolves once the guard and its server have exited. */
export function ended(guard) {
  return new Promise((resolve) => {
    // The guard does not keep this process alive, in case a caller forgets to stop it. This timer
    // does so while this function is waiting.
    const hold = setInterval(() => {}, 1000);
    guard.once('exit', () => {
      clearInterval(hold);
      resolve();
    });
  });
}

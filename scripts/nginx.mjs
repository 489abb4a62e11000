// nginx for tests, from the binary on this machine. Only node: modules.

import { accessSync, chmodSync, constants, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded, stopGuarded } from './lib/guarded.mjs';

const START_TIMEOUT_MS = 8_000;
/** What nginx writes to beside its logs; compiled-in folders belong to the system's nginx. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The nginx binary, or null. */
export function findNginx() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const usual = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
  for (const folder of [...folders, ...usual]) {
    const file = path.join(folder, 'nginx');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not there.
    }
  }
  return null;
}

/**
 * Runs nginx with a configuration, which keeps all its files in a folder of its own; `folder` in it
 * stands for that one, and its `pid` must be `{folder}/nginx.pid`. Ends with `stop()` or with this process.
 * Fails within 10 s, with what nginx says.
 */
export async function startNginx(configuration) {
  const binary = findNginx();
  if (binary === null) throw new Error('nginx does not start: none is installed here');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-nginx-'));
  // Its workers run as another user where it is started by root.
  chmodSync(folder, 0o755);
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    configuration.replace('http {', `http { ${paths}`).replaceAll('{folder}', folder),
  );
  const command = [binary, '-p', folder, '-c', file, '-g', 'daemon off;'];
  const nginx = spawnGuarded(command, folder, { cwd: folder, env: process.env });
  const ended = new Promise((resolve) => nginx.once('close', resolve));
  let said = '';
  nginx.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  // It writes its process id once it has bound all its ports: another server there proves nothing.
  while (!existsSync(path.join(folder, 'nginx.pid'))) {
    const isLate = Date.now() > deadline;
    if (isLate) nginx.kill('SIGTERM');
    else if (nginx.exitCode !== null) await ended;
    if (isLate || nginx.exitCode !== null)
      throw new Error(`nginx does not start: ${said.trim() || 'it says nothing'}`);
    await sleep(50);
  }
  nginx.unref();
  nginx.stderr.unref();
  return { folder, stop: () => stopGuarded(nginx) };
}

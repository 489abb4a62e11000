// Runs nginx for tests, with the binary on this machine. Imports only node: modules.

import { accessSync, chmodSync, constants, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded, stopGuarded } from './lib/guarded.mjs';

const START_TIMEOUT_MS = 8_000;
/**
 * The folders that nginx writes to, apart from its logs. By default, it would use those of the
 * system's nginx.
 */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Returns the path of the nginx binary, or null. */
export function findNginx() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const usual = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
  for (const folder of [...folders, ...usual]) {
    const file = path.join(folder, 'nginx');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // nginx is not in this folder.
    }
  }
  return null;
}

/**
 * Runs nginx with a configuration, in a new folder that contains all its files. `{folder}` in the
 * configuration is replaced with that folder, and the `pid` must be `{folder}/nginx.pid`. nginx
 * ends with `stop()` or with this process. Fails within 10 s, with the output of nginx.
 */
export async function startNginx(configuration) {
  const binary = findNginx();
  if (binary === null) throw new Error('nginx is not installed');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-nginx-'));
  // If root starts nginx, its workers run as another user.
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
  // nginx writes its process ID once it has bound all its ports. A successful connection would not
  // prove that, because another server could have responded.
  while (!existsSync(path.join(folder, 'nginx.pid'))) {
    const isLate = Date.now() > deadline;
    if (isLate) nginx.kill('SIGTERM');
    else if (nginx.exitCode !== null) await ended;
    if (isLate || nginx.exitCode !== null)
      throw new Error(`nginx does not start: ${said.trim() || 'no output'}`);
    await sleep(50);
  }
  nginx.unref();
  nginx.stderr.unref();
  return { folder, stop: () => stopGuarded(nginx) };
}

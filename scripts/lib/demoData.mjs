// The demo's data for servers that tests start. Imports only node: modules.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { whenReady } from './started.mjs';
import { testFolder } from './testFolder.mjs';

/**
 * Fills a new data folder with the demo's data. Only the first call of a test run lets a server
 * create the data, which takes up to 3 s of CPU time; the others copy it. Does nothing if the run
 * has no folder of its own; the server then creates the data when it starts.
 * @param dataDir the path of a folder that is empty or does not exist
 * @param program the arguments with which Node runs the server with demo data
 */
export async function copyDemoData(dataDir, program) {
  const folder = testFolder();
  if (folder === null) return;
  const data = path.join(folder, ['demo', ...program.slice(program.indexOf('--demo'))].join(''));
  if (!existsSync(data)) await createIn(data, program);
  cpSync(data, dataDir, { recursive: true });
}

async function createIn(data, program) {
  const draft = mkdtempSync(`${data}-`);
  const child = spawn(process.execPath, program, {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: draft },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  await whenReady(child, (_printed, message) => message);
  child.stderr.resume();
  child.kill('SIGTERM');
  await exited;
  try {
    renameSync(draft, data);
  } catch (error) {
    // Another process of the run was faster.
    if (!existsSync(data)) throw error;
    rmSync(draft, { recursive: true });
  }
}

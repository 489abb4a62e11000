import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { whenReady } from '../../../../scripts/lib/started.mjs';
import type { ReadyMessage } from '../main.ts';
import { programArgs } from '../testing/serverProcess.ts';

test("never lets V8 create objects directly in the old generation of the server's heap", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-young-'));
  const child = spawn(
    process.execPath,
    ['--trace-gc', '--trace-pretenuring-statistics', ...programArgs('main'), '--demo'],
    {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  try {
    let out = '';
    child.stdout?.on('data', (text) => {
      out += text;
    });
    const { url } = await whenReady(child, (_printed, message) => message as ReadyMessage);
    const start = out.length;
    const traced = () => out.slice(start);
    while (traced().split('Scavenge').length < 4)
      expect((await fetch(`${url}/api/setup`)).status).toBeLessThan(500);
    // V8 writes one such line per pass if it counts which objects survive.
    expect(traced()).not.toContain('pretenuring:');
  } finally {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});

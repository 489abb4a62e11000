import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { startNginx } from '../../../../scripts/nginx.mjs';
import { startPostgres } from '../../../../scripts/postgres.mjs';
import { isFull } from './full.ts';
import { startServerProcess } from './serverProcess.ts';

/**
 * These tests check that a test server that cannot start fails immediately, with its own error
 * message.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'halyard-broken-'));
// PostgreSQL's programs run as a different user, who must be able to read this folder.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

/**
 * Creates shell scripts that stand in for real programs.
 * @returns the folder that contains the scripts
 */
function programs(scripts: Record<string, string>): string {
  const bin = mkdtempSync(path.join(folder, 'bin-'));
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  chmodSync(bin, 0o755);
  return bin;
}

const startServer = (env: Record<string, string>) =>
  startServerProcess({ DATA_DIR: mkdtempSync(path.join(folder, 'data-')), ...env });

function startNginxThat(script: string) {
  vi.stubEnv('PATH', `${programs({ nginx: script })}:${process.env.PATH}`);
  return startNginx('http {}');
}

function startPostgresThat(script: string) {
  vi.stubEnv('TEST_DATABASE_URL', '');
  return startPostgres(programs({ initdb: 'exit 0', postgres: script }));
}

describe('starting a server process in a test', () => {
  test('fails with the reason if the process exits during startup', async () => {
    await expect(startServer({ REALTIME: 'firebird' })).rejects.toThrow(
      /ended with code 1: .*REALTIME must be embedded, remote, firebase or off/s,
    );
  });

  test.runIf(isFull)(
    'reports which port is already in use if the process cannot listen',
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      await expect(startServer({ PORT: String(port) })).rejects.toThrow(
        `port ${port} is already in use`,
      );
      other.close();
    },
  );
});

test('starting nginx in a test fails with the reason if the configuration is invalid', async () => {
  const started = startNginxThat('echo "unknown directive" >&2; exit 1');
  await expect(started).rejects.toThrow('nginx does not start: unknown directive');
});

describe('starting a PostgreSQL server in a test', () => {
  test('fails with the reason if the server exits during startup', async () => {
    const started = startPostgresThat('echo "cannot load a library" >&2; exit 127');
    await expect(started).rejects.toThrow('PostgreSQL does not start: cannot load a library');
  });

  test('fails with an error that names TEST_DATABASE_URL if the server at that URL rejects connections', async () => {
    vi.stubEnv('TEST_DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
    await expect(startPostgres()).rejects.toThrow(/^TEST_DATABASE_URL cannot be used: .*REFUSED/);
  });
});

// These tests run only with HALYARD_FULL, because they wait for the full time limits.
test.runIf(isFull)(
  'each server that a test starts fails within 10 s if it hangs while starting',
  async () => {
    const hangs = 'await new Promise(() => setInterval(() => {}, 1e9))';
    const started = [
      startServer({ NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hangs)}"` }),
      startNginxThat('exec sleep 60'),
      startPostgresThat('exec sleep 60'),
    ];
    const errors = (await Promise.allSettled(started)).map((one) =>
      one.status === 'rejected' ? String(one.reason) : null,
    );
    expect(errors).toEqual([
      expect.stringMatching(/was idle for 10 s before it was ready: it printed nothing/),
      'Error: nginx does not start: no output',
      'Error: PostgreSQL does not start: no output',
    ]);
  },
);

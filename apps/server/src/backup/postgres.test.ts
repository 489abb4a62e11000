import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../../scripts/postgres.mjs';
import { verifyInstallation } from '../admin/verify.ts';
import { readConfig } from '../config.ts';
import { start } from '../start.ts';
import { signIn } from '../testing/people.ts';
import { dumpCommand, undumpCommand } from './postgres.ts';

const hasTools =
  process.env.TEST_DATABASE_URL !== undefined &&
  ['pg_dump', 'pg_restore'].every((tool) => spawnSync(tool, ['--version']).status === 0);

const run = (command: string, url: string) =>
  promisify(execFile)('sh', ['-c', command], { env: { ...process.env, DATABASE_URL: url } });

/** Every row of the tables that only grow in the test, and every leaf of the tree that stays. */
async function contentOf(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const texts: string[] = [];
    for (const table of ['companies', 'locations', 'flags', 'users', 'device_keys', 'ledger']) {
      const { rows } = await client.query<object>(`select * from ${table}`);
      texts.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
    }
    const { rows } = await client.query<{ key: string; value: string }>(
      "select key, value from realtime_node where key not like '%/rev/'",
    );
    return new Set([...texts, ...rows.map(({ key, value }) => `${key} ${value}`)]);
  } finally {
    await client.end();
  }
}

const missingIn = (whole: Set<string>, part: Set<string>) =>
  [...part].filter((text) => !whole.has(text));

test.runIf(hasTools)(
  'on PostgreSQL the documented commands take one instant of a running Halyard and bring it back',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-dump-'));
    const [from, to] = [await createDatabase(), await createDatabase()];
    const env = (url: string, demo: string) => ({
      ...{ DATABASE_URL: url, DATA_DIR: path.join(folder, demo) },
      ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    });
    const started = (url: string, name: string) =>
      start({ env: env(url, name), demo: true, reset: false, print: () => {} });
    const server = await started(from.url, 'a');
    // A name that a shell would take apart.
    const file = path.join(folder, "it's $(all) here.dump");
    try {
      const master = await signIn(server.url, 'master');
      const before = await contentOf(from.url);
      let stopped = false;
      const writing = (async () => {
        for (let i = 0; !stopped; i++) {
          const place = { address1: '1 Main Street', city: 'Fargo', state: 'ND', zip: '58102' };
          const company = { name: `Company ${i}`, phone: '7015550100', ...place };
          expect((await master.post('/api/companies', company)).status).toBe(201);
        }
      })();
      await run(dumpCommand(file), from.url);
      stopped = true;
      await writing;
      const after = await contentOf(from.url);
      await run(undumpCommand(file), to.url);
      const restored = await contentOf(to.url);
      expect(missingIn(restored, before)).toEqual([]);
      expect(missingIn(after, restored)).toEqual([]);
    } finally {
      await server.stop();
    }
    const config = readConfig(env(to.url, 'b'), { demo: false });
    const faults = (await verifyInstallation(config, Date.now())).flatMap((one) => one.faults);
    expect(faults).toEqual([]);
    // Nothing is restored over data: all of it or nothing.
    await expect(run(undumpCommand(file), to.url)).rejects.toThrow(/already exists/);
    const again = await started(to.url, 'b');
    try {
      expect((await signIn(again.url, 'company')).user.username).toBe('company');
    } finally {
      await again.stop();
      await Promise.all([from.drop(), to.drop()]);
      rmSync(folder, { recursive: true });
    }
  },
);

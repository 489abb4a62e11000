import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { createHarness } from '../../../testing/harness.ts';
import { programArgs } from '../../../testing/serverProcess.ts';
import { createWorld } from '../../../testing/world.ts';
import { readExport } from './readExport.ts';
import { devicesCsv } from './toCsv.ts';

/** A password as the original product stored it, in plain text. */
const PASSWORD = 'hunter2-as-typed';
const EXPORT = {
  users: {
    u1: {
      profile: { user_id: 'u1', email: 'a@example.test', password: PASSWORD },
      hardware: {
        'POLE-1': { id: 'POLE-1', deviceName: ' Main gate ', voltage: 42, flagUp: true },
        'POLE-2': { id: 'POLE-2', reported: { lastSeen: 1 } },
      },
    },
    u2: { hardware: { 'pole-1': { deviceName: 'Twin' }, 'bad id': {} } },
    u3: { profile: { password: PASSWORD } },
  },
};

const TEXT = JSON.stringify(EXPORT);

test('reading a Firebase export reports what happens to each owner and device, and never prints a password', () => {
  const owners = readExport(TEXT);
  expect(owners.map(({ owner, hadPassword }) => [owner, hadPassword])).toEqual([
    ['u1', true],
    ['u2', false],
    ['u3', true],
  ]);
  expect(
    owners.flatMap(({ devices }) =>
      devices.map(({ flagId, name, refusal }) => [flagId, name, refusal]),
    ),
  ).toEqual([
    ['POLE-1', 'Main gate', null],
    ['POLE-2', 'POLE-2', null],
    ['pole-1', 'Twin', 'This flag ID is also under u1'],
    ['bad id', 'bad id', 'Flag ID can only have letters, digits, - _ and :'],
  ]);
  expect(JSON.stringify(owners)).not.toContain(PASSWORD);
});

test.each([
  ['a file that is not JSON', '{"users":', 'The file is not JSON.'],
  ['JSON of another format', '{"rules":{}}', 'There is no “users” in the file.'],
  ['10,000 levels of nesting', '{"users":'.repeat(10_000), 'nested deeper than 32 levels'],
])('reading a Firebase export rejects an invalid file: %s', (_what, text, reason) => {
  expect(() => readExport(text)).toThrow(reason);
});

test('reading a Firebase export treats malicious keys as plain data, and rejects the devices under them', () => {
  const text = '{"users":{"__proto__":{"hardware":{"X":{}}},"a.b":{"hardware":{"__proto__":{}}}}}';
  const refusals = readExport(text).flatMap(({ devices }) => devices.map(({ refusal }) => refusal));
  expect(refusals).toHaveLength(2);
  expect(refusals).not.toContain(null);
  expect(({} as Record<string, unknown>).hardware).toBe(undefined);
});

test('the command for Firebase exports writes an import file, but never overwrites one, and writes nothing in a dry run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-firebase-'));
  const file = path.join(folder, 'export.json');
  writeFileSync(file, TEXT);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...programArgs('features/importExport/firebase/cli'), ...args], {
      encoding: 'utf8',
    });
  const dry = run(file, '--dry-run');
  expect([dry.status, dry.stderr]).toEqual([0, '']);
  expect(dry.stdout).toContain('u1: adopted with 2 devices; its password is not imported');
  expect(dry.stdout).toContain('2 of 4 devices can be imported.\nNothing was written.');
  expect(readdirSync(folder)).toEqual(['export.json']);
  const out = path.join(folder, 'flags.csv');
  expect(run(file, '--out', out).status).toBe(0);
  expect(readFileSync(out, 'utf8')).not.toContain(PASSWORD);
  expect(run(file, '--out', out)).toMatchObject({
    status: 1,
    stderr: `${out} already exists. Choose another file with --out.\n`,
  });
  const missing = path.join(folder, 'nothing.json');
  expect(run(missing).stderr).toMatch(`${missing} does not exist. A path that does not start`);
});

test.each(bothEngines)(
  'importing a Firebase export on %s keeps the owners and issues new keys, and a second import changes nothing',
  async (engine) => {
    const harness = await createHarness({ engine });
    try {
      const master = await harness.as('master');
      const world = await createWorld(harness, master);
      const csv = devicesCsv(readExport(TEXT), { company: world.companyId, location: 'North' });
      const preview = async () =>
        (await master.call('POST', '/api/import/flags/preview', { csv })).json;
      const plan = await preview();
      expect(plan.counts).toEqual({ create: 2, update: 0, same: 0, refused: 0 });
      const done = await master.call('POST', '/api/import/flags', { csv, plan: plan.plan });
      expect(done.json.keys).toContain('users/u1/hardware/POLE-1');
      const flags = (await master.call('GET', '/api/flags')).json as Record<string, string>[];
      expect(flags.find(({ flagId }) => flagId === 'POLE-1')).toMatchObject({
        name: 'Main gate',
        firebaseUserId: 'u1',
        companyId: world.companyId,
      });
      expect(harness.link.leaves.get('users/u1/hardware/POLE-1/companyId')).toBe(world.companyId);
      expect((await preview()).counts).toMatchObject({ create: 0, same: 2 });
      const other = await createWorld(harness, master);
      const stolen = devicesCsv(
        [
          {
            owner: `company-${other.companyId}`,
            hadPassword: false,
            devices: [
              { owner: `company-${other.companyId}`, flagId: 'S-1', name: 'S', refusal: null },
            ],
          },
        ],
        { company: world.companyId, location: 'North' },
      );
      const refused = await master.call('POST', '/api/import/flags/preview', { csv: stolen });
      expect(refused.json.lines[0].notes).toEqual([
        { column: 'Owner', text: 'This owner belongs to another company.' },
      ]);
    } finally {
      await harness.close();
    }
  },
);

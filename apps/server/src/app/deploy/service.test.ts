import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../scripts/lib/ports.mjs';
import { storedBackups } from '../../features/operation/backup/folder.ts';
import { newCertificate } from '../../testing/certificates.ts';
import { isFull } from '../../testing/full.ts';
import { trusting } from '../../testing/trusting.ts';
import { giveToService, isRoot, ROOT, type Service, startAsService } from './testing/asOperator.ts';

/** Tests the systemd unit in deploy/ as far as possible without a running systemd. */

const inDeploy = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8');
const UNIT = inDeploy('halyard.service');
const EXAMPLE = inDeploy('halyard.env');
const isLinux = process.platform === 'linux';
const hasSystemd = isLinux && spawnSync('systemd-analyze', ['--version']).status === 0;

const folder = mkdtempSync(path.join(tmpdir(), 'halyard-service-'));
// The service's user must have access to its own files in this folder.
chmodSync(folder, 0o755);
const services: Service[] = [];
afterAll(() => {
  for (const { child } of services) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Returns all values of a setting in the systemd unit file. */
const said = (name: string, unit = UNIT) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);

describe.skipIf(!hasSystemd)('systemd-analyze with our units', () => {
  /**
   * Returns the paths of copies of the unit files. In these copies, the user and the path of
   * Node.js are replaced with ones that exist on this machine.
   */
  function unitFiles(): string[] {
    const nameOf = (flag: string) => execFileSync('id', [flag], { encoding: 'utf8' }).trim();
    return ['halyard.service'].map((name) => {
      const unit = inDeploy(name)
        .replaceAll('/usr/bin/node', process.execPath)
        .replace(/^User=.*$/m, `User=${nameOf('-un')}`)
        .replace(/^Group=.*$/m, `Group=${nameOf('-gn')}`);
      const file = path.join(folder, name);
      writeFileSync(file, unit);
      return file;
    });
  }

  test('finds no errors', () => {
    const args = ['verify', '--man=no', ...unitFiles()];
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    // systemd-analyze also checks the other units on this machine.
    expect(stderr.split('\n').filter((line) => line.includes('halyard'))).toEqual([]);
    expect(status).toBe(0);
  });

  test('gives our service a good security rating', () => {
    const file = path.join(ROOT, 'deploy/halyard.service');
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=20', file];
    expect(spawnSync('systemd-analyze', args).status).toBe(0);
  });
});

describe.skipIf(!isLinux)('the service under the restrictions of its systemd unit', () => {
  const [program, ...args] = said('ExecStart')[0]!.split(' ');

  /**
   * A script that makes every attempt to change the process priority fail, just as the unit's
   * system call filter does.
   */
  const refused = path.join(folder, 'refused.cjs');
  writeFileSync(
    refused,
    "require('node:os').setPriority = () => { throw new Error('uv_os_setpriority returned EPERM'); };",
  );

  async function startService(
    name: string,
    more: Record<string, string> = {},
    prefix: readonly string[] = [],
  ) {
    const home = path.join(folder, name);
    const at = (file: string) => path.join(home, file);
    mkdirSync(at('data'), { recursive: true });
    const { cert, key } = await newCertificate();
    writeFileSync(at('fullchain.pem'), cert);
    writeFileSync(at('privkey.pem'), key);
    await giveToService(home);
    const port = await reservePort();
    const url = `https://localhost:${port}`;
    // The example, with this test's ports and paths.
    const set = Object.fromEntries(
      [...EXAMPLE.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]),
    );
    const env = {
      ...Object.fromEntries(said('Environment').map((pair) => pair.split('='))),
      ...set,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      TLS_CERT: at('fullchain.pem'),
      TLS_KEY: at('privkey.pem'),
      DATA_DIR: at('data'),
      BACKUP_DIR: at('backups'),
      ...more,
    };
    expect(path.basename(program!)).toBe('node');
    const command = [...prefix, process.execPath, ...args];
    const service = startAsService(command, { cwd: ROOT, env });
    services.push(service);
    return { ...service, url, cert, dataDir: at('data') };
  }

  test('runs a program file that the build creates', () => {
    expect(existsSync(path.join(ROOT, args[0]!)), 'run npm run build first').toBe(true);
  });

  test('starts with TLS in an empty folder, writes only there, keeps its files private, can be backed up, and stops on SIGTERM', async () => {
    const { url, cert, dataDir, child, says, ended } = await startService('good');
    await says(`Create the first master account: ${url}/setup#`);
    const ask = trusting(url, cert);
    expect((await ask('/healthz')).body).toBe('ok');
    expect((await ask('/')).body).toContain('<div id="root">');
    const made = await readdir(dataDir, { recursive: true });
    expect(made.length).toBeGreaterThan(2);
    for (const name of made) expect(statSync(path.join(dataDir, name)).mode & 0o077).toBe(0);
    if (isRoot) {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t65534\t65534/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      // The files belong to root and nobody else can write to them, so the service cannot change
      // its own code.
      expect(statSync(ROOT).uid).toBe(0);
      expect(statSync(ROOT).mode & 0o022).toBe(0);
    }
    // Halyard makes the first daily backup without being asked.
    const stored = () => storedBackups(path.join(dataDir, '../backups'));
    await expect.poll(async () => (await stored()).length).toBe(1);
    expect(statSync((await stored())[0]!.file).mode & 0o777).toBe(0o600);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  const mayNotChange = { NODE_OPTIONS: `--require=${refused}` };
  const restricted: [string, string[], Record<string, string>][] = [
    ['without permission to change priorities', [], mayNotChange],
  ];
  // Hashing threads set their own niceness, so the service must start below that value. With a
  // niceness of 19, it would get almost no CPU time on a busy machine.
  if (isFull) restricted.push(['with a higher nice value', ['nice', '-n', '6'], {}]);
  test.each(restricted)(
    'lets the first master be created even if the service is started %s',
    async (name, prefix, more) => {
      const { url, cert, child, says, printed } = await startService(name, more, prefix);
      await says('/setup#');
      const code = /\/setup#(\S+)/.exec(printed())![1];
      const contact = {
        firstName: 'F',
        lastName: 'L',
        email: 'f@example.com',
        phone: '5550100000',
      };
      const account = { ...contact, username: 'boss', password: 'correct horse 77', code };
      const answer = await trusting(url, cert)('/api/register', {}, account);
      expect([answer.status, answer.body]).toEqual([201, expect.stringContaining('boss')]);
      child.kill('SIGKILL');
    },
  );

  test.skipIf(!isRoot)(
    'exits with code 1 and a one-sentence error if it may not use a file, folder or port',
    async () => {
      const secret = path.join(folder, 'secret.pem');
      writeFileSync(secret, 'a key', { mode: 0o600 });
      const closed = path.join(folder, 'closed');
      mkdirSync(closed, { mode: 0o700, recursive: true });
      for (const [name, more, sentence] of [
        ['key', { TLS_KEY: secret }, `TLS_KEY: ${secret} cannot be read by this user.`],
        ['data', { DATA_DIR: closed }, `the data folder ${closed} cannot be written.`],
        [
          'port',
          { PORT: '443' },
          'this user is not allowed to use port 443; set PORT to another port.',
        ],
      ] as const) {
        const { ended, printed } = await startService(name, more);
        expect(await ended).toBe(1);
        expect(printed()).toBe(`Halyard cannot start: ${sentence}\n`);
      }
    },
  );
});

test('the command halyard-admin uses the same user, settings, folders and programs as the systemd unit', () => {
  const script = inDeploy('halyard-admin');
  const dataDir = /^Environment=DATA_DIR=(.*)$/m.exec(UNIT)![1];
  for (const part of [
    ` --uid=${said('User')[0]} --gid=${said('Group')[0]} `,
    ` --working-directory=${said('WorkingDirectory')[0]} `,
    ` EnvironmentFile=${said('EnvironmentFile')[0]} `,
    ` UMask=${said('UMask')[0]} `,
    `:-${dataDir}}"`,
    ` ${said('ExecStart')[0]!.split(' ')[0]} `,
  ])
    expect(script).toContain(part);
  const programs = [...script.matchAll(/^ *program=(.+)\.js$/gm)].map(([, name]) => name!);
  expect(programs).toHaveLength(2);
  for (const program of programs)
    expect(existsSync(path.join(ROOT, 'apps/server/src', `${program}.ts`))).toBe(true);
});

test('the example settings file contains only documented settings', () => {
  const documented = readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8');
  const named = [...EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named.filter((each) => !each.startsWith('NODE_')))
    expect(documented).toContain(`| \`${name}\` |`);
});

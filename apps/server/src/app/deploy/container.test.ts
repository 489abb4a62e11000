import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../scripts/lib/ports.mjs';
import { isFull } from '../../testing/full.ts';
import { giveToService, ROOT, type Service, startAsService } from './testing/asOperator.ts';
import {
  commandOf,
  copyFrom,
  environmentOf,
  makeStages,
  readDockerfile,
  stepsOf,
} from './testing/dockerfile.ts';

/** Tests the Dockerfile and the compose file as far as possible without Docker. */

const inDeploy = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8');
const DOCKERFILE = inDeploy('Dockerfile');
const stages = readDockerfile(DOCKERFILE);
const final = stages.pop()!;
const WORKDIR = '/halyard';
/** Matches paths that exist only after a build. */
const MADE = /(^node_modules|\/dist)$/;
const exec = promisify(execFile);
const MINUTE = 60_000;

describe('the Dockerfile', () => {
  test('copies only files that are in the repository or built in an earlier stage', () => {
    expect(stepsOf(stages[0]!, 'WORKDIR')[0]?.rest).toBe(WORKDIR);
    const copies = stepsOf(final, 'COPY');
    expect(copies.length).toBeGreaterThan(4);
    for (const { rest, from } of copies) {
      expect(stages.map(({ name }) => name)).toContain(from);
      for (const source of rest.split(/\s+/).slice(0, -1)) {
        const name = path.relative(WORKDIR, source);
        expect(MADE.test(name) || existsSync(path.join(ROOT, name)), name).toBe(true);
      }
    }
  });

  test('copies every package manifest, and installs packages only from the lockfile', () => {
    const manifests = stages.find(({ name }) => name === 'manifests')!;
    const copied = stepsOf(manifests, 'COPY').flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1));
    const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, object>;
    };
    const workspaces = Object.keys(packages).filter((name) => !name.includes('node_modules'));
    const lists = workspaces.map((name) => path.join(name, 'package.json'));
    expect(copied.sort()).toEqual([...lists, '.npmrc', 'package-lock.json'].sort());
    for (const name of ['dependencies', 'build']) {
      const stage = stages.find((each) => each.name === name)!;
      expect([stage.base, stage.steps[1]?.rest]).toEqual([
        'manifests',
        expect.stringMatching(/^npm ci/),
      ]);
    }
  });

  test("pins the exact version of its base image, and labels the image with Halyard's version", () => {
    expect(DOCKERFILE).toMatch(/^ARG NODE=\d+\.\d+\.\d+-[a-z]+-slim$/m);
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const labels = stepsOf(final, 'LABEL').map(({ rest }) => rest);
    expect(labels).toContain(`org.opencontainers.image.version="${version}"`);
  });

  test('leaves secrets, data and local build output out of the image', () => {
    const ignored = inDeploy('Dockerfile.dockerignore').split('\n');
    for (const name of ['.env', 'deploy/.env', 'data', '.git', '**/node_modules', '**/dist'])
      expect(ignored).toContain(name);
  });

  test('runs as a non-root user that can write only to the data folder', () => {
    const words = final.steps.map(({ word }) => word);
    expect(stepsOf(final, 'USER')[0]?.rest).toBe('node');
    // No later step copies or runs anything, so all files outside /data belong to root.
    expect(words.indexOf('USER')).toBeGreaterThan(words.lastIndexOf('COPY'));
    expect(words.indexOf('USER')).toBeGreaterThan(words.lastIndexOf('RUN'));
    const volumes = stepsOf(final, 'VOLUME').map(({ rest }) => rest);
    expect(volumes).toEqual([environmentOf(final).DATA_DIR, '/backups']);
  });
});

describe('the compose file', () => {
  const compose = inDeploy('compose.yaml');
  const example = inDeploy('env.example');

  test('uses only variables that are listed in its example settings file', () => {
    const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    expect(asked).toContain('POSTGRES_PASSWORD');
    for (const name of asked) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  test('sets only documented settings', () => {
    const documented = readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8');
    const halyard = compose.slice(0, compose.indexOf('\n  db:'));
    const set = [...halyard.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!);
    expect(set).toContain('DATABASE_URL');
    const own = [...example.matchAll(/^([A-Z_]+)=/gm)]
      .map(([, name]) => name!)
      .filter((name) => !['POSTGRES_PASSWORD', 'LISTEN'].includes(name));
    for (const name of [...set, ...own]) expect(documented).toContain(`| \`${name}\` |`);
  });
});

describe.skipIf(!isFull || process.platform !== 'linux')(
  'an image built without Docker, by running each step of the Dockerfile in a folder',
  () => {
    let folder: string;
    let image: string;
    const services: Service[] = [];
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'halyard-image-'));
      chmodSync(folder, 0o755);
      image = path.join(folder, 'image');
    });
    afterAll(() => {
      for (const { child } of services) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }, 2 * MINUTE);

    async function startImage(command: string[], name: string) {
      const data = path.join(folder, name);
      mkdirSync(data);
      await giveToService(data);
      const PORT = String(await reservePort());
      const env = { ...environmentOf(final), PORT, HOST: '127.0.0.1', DATA_DIR: data };
      const service = startAsService(command, { cwd: image, env });
      services.push(service);
      return { ...service, env };
    }

    /** Whether the image's health check passes. */
    const isHealthy = ({ env }: { env: Record<string, string> }) => {
      const [program, ...args] = commandOf(stepsOf(final, 'HEALTHCHECK')[0]!);
      return exec(program!, args, { cwd: image, env: { PATH: process.env.PATH, ...env } }).then(
        () => true,
        () => false,
      );
    };

    test('needs no files except those that Git tracks', { timeout: 30 * MINUTE }, async () => {
      const context = path.join(folder, 'context');
      // The build context contains the files that git tracks, except those that the ignore file
      // excludes.
      const { stdout } = await exec('git', ['ls-files', '-z'], { cwd: ROOT, maxBuffer: 1e8 });
      for (const name of stdout.split('\0').filter(Boolean))
        await cp(path.join(ROOT, name), path.join(context, name));
      const made = await makeStages(stages, context, folder);
      await copyFrom(final, { made, to: image, root: WORKDIR });
      expect(existsSync(path.join(image, 'node_modules/typescript'))).toBe(false);
      expect(existsSync(path.join(image, 'node_modules/react'))).toBe(false);
    });

    test('runs admin commands', { timeout: 2 * MINUTE }, async () => {
      const service = await startImage(['npm', 'run', 'admin', '--', '--help'], 'admin');
      expect(await service.ended).toBe(0);
      expect(service.printed()).toContain('create-master');
    });

    test.each([
      ['its own command', commandOf(stepsOf(final, 'CMD')[0]!)],
      ['npm start', ['node', 'scripts/start.mjs']],
    ])(
      'runs in a read-only folder when started with %s, serves requests, and stops on SIGTERM',
      {
        timeout: 2 * MINUTE,
      },
      async (name, command) => {
        const service = await startImage(command, name.replaceAll(' ', '-'));
        expect(await isHealthy(service)).toBe(false);
        await service.says('/setup#');
        expect(await isHealthy(service)).toBe(true);
        const page = await (await fetch(`http://127.0.0.1:${service.env.PORT}/`)).text();
        expect(page).toContain('<div id="root">');
        service.child.kill('SIGTERM');
        expect(await service.ended).toBe(0);
      },
    );
  },
);

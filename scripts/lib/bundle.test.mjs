import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from './bundle.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-bundle-'));
const file = (name) => path.join(folder, name);
const write = (files) => {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(file(name)), { recursive: true });
    fs.writeFileSync(file(name), text);
  }
};
/** Runs a built program. Returns what it prints. */
const run = (program) =>
  execFileSync(process.execPath, [file(`dist/${program}.js`)], { encoding: 'utf8' }).trim();

beforeAll(async () => {
  const own = 'export const URL_OF_MODULE: string = import.meta.url;';
  const packageJson = (name) =>
    JSON.stringify({ name, version: '1.2.3', license: 'MIT', main: 'index.cjs' });
  write({
    'package.json': '{"type": "module"}',
    'dist/earlier.js': '',
    'dist/earlier.d.ts': '',
    'src/deep/own/module.ts': own,
    'src/main.ts': `
      import { URL_OF_MODULE } from './deep/own/module.ts';
      console.log(URL_OF_MODULE);`,
    'src/deep/cli.ts': `
      import kept from 'pino';
      import small from 'small';
      import { URL_OF_MODULE } from './own/module.ts';
      console.log(URL_OF_MODULE, small, kept);`,
    'node_modules/small/package.json': packageJson('small'),
    'node_modules/small/index.cjs': "module.exports = 'bundled';",
    'node_modules/small/LICENSE': 'Keep this notice.',
    'node_modules/pino/package.json': packageJson('pino'),
    'node_modules/pino/index.cjs': "module.exports = 'before';",
  });
  await bundle(folder, ['main', 'deep/cli']);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

it('gives each module the URL that it would have without bundling', () => {
  const url = new URL(`file://${fs.realpathSync(folder)}/dist/deep/own/module.js`).href;
  expect(run('main')).toBe(url);
  expect(run('deep/cli').split(' ')[0]).toBe(url);
});

it('includes packages in the bundle, except those with files of their own', () => {
  fs.rmSync(file('node_modules/small/index.cjs'));
  write({ 'node_modules/pino/index.cjs': "module.exports = 'after';" });
  expect(run('deep/cli')).toMatch(/ bundled after$/);
});

it('writes the license of each bundled package next to the programs', () => {
  const notices = fs.readFileSync(file('dist/third-party-licenses.txt'), 'utf8');
  expect(notices).toBe('small 1.2.3 (MIT)\n\nKeep this notice.\n');
});

it('deletes the scripts of earlier builds, but not the declarations', () => {
  expect(fs.existsSync(file('dist/earlier.js'))).toBe(false);
  expect(fs.existsSync(file('dist/earlier.d.ts'))).toBe(true);
});

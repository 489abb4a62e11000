import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { configureLibraries, styleNonce } from './contentPolicy.ts';

afterEach(() => {
  document.head.innerHTML = '';
  Reflect.deleteProperty(globalThis, '__webpack_nonce__');
  Reflect.deleteProperty(globalThis, '__zod_globalConfig');
});

test('Zod does not violate the content security policy by trying eval', () => {
  configureLibraries();
  const config = JSON.stringify(Reflect.get(globalThis, '__zod_globalConfig'));
  // Uses a separate process, because Zod reads the global only once, when it is first loaded.
  const code = `globalThis.__zod_globalConfig = ${config};
    const { z } = await import('zod');
    console.log(z.config().jitless);`;
  const cwd = path.resolve(import.meta.dirname, '../../..');
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd });
  expect(said.toString().trim()).toBe('true');
});

describe('the CSP nonce', () => {
  test('is read from the page and passed to code that writes style tags', () => {
    document.head.innerHTML = '<meta property="csp-nonce" nonce="abc">';
    configureLibraries();
    expect(Reflect.get(globalThis, '__webpack_nonce__')).toBe('abc');
    expect(styleNonce()).toEqual({ nonce: 'abc' });
  });

  test('is not passed to any code if the page does not contain one', () => {
    configureLibraries();
    expect(Reflect.has(globalThis, '__webpack_nonce__')).toBe(false);
    expect(styleNonce()).toEqual({});
  });
});

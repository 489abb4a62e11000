import { afterEach, describe, expect, test, vi } from 'vitest';
import { configureLibraries, styleNonce } from './contentPolicy.ts';

afterEach(() => {
  document.head.innerHTML = '';
  Reflect.deleteProperty(globalThis, '__webpack_nonce__');
});

test('keeps Zod from trying eval', async () => {
  vi.resetModules();
  configureLibraries();
  const { z } = await import('zod');
  expect(z.config().jitless).toBe(true);
});

describe('the nonce of the content policy', () => {
  test('the nonce is read from the page and passed to code that writes style tags', () => {
    document.head.innerHTML = '<meta property="csp-nonce" nonce="abc">';
    configureLibraries();
    expect(Reflect.get(globalThis, '__webpack_nonce__')).toBe('abc');
    expect(styleNonce()).toEqual({ nonce: 'abc' });
  });

  test('the nonce is absent if the page has none', () => {
    configureLibraries();
    expect(Reflect.has(globalThis, '__webpack_nonce__')).toBe(false);
    expect(styleNonce()).toEqual({});
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { styleNonce, tellLibraries } from './contentPolicy.ts';

afterEach(() => {
  document.head.innerHTML = '';
  Reflect.deleteProperty(globalThis, '__webpack_nonce__');
});

it('tells Zod not to try eval', async () => {
  vi.resetModules();
  tellLibraries();
  const { z } = await import('zod');
  expect(z.config().jitless).toBe(true);
});

describe('the nonce of the content policy', () => {
  it('is read from the page and passed to code that writes style tags', () => {
    document.head.innerHTML = '<meta property="csp-nonce" nonce="abc">';
    tellLibraries();
    expect(Reflect.get(globalThis, '__webpack_nonce__')).toBe('abc');
    expect(styleNonce()).toEqual({ nonce: 'abc' });
  });

  it('is absent if the page has none', () => {
    tellLibraries();
    expect(Reflect.has(globalThis, '__webpack_nonce__')).toBe(false);
    expect(styleNonce()).toEqual({});
  });
});

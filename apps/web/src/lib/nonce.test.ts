import { afterEach, describe, expect, it } from 'vitest';
import { publishNonce, styleNonce } from './nonce.ts';

afterEach(() => {
  document.head.innerHTML = '';
  Reflect.deleteProperty(globalThis, '__webpack_nonce__');
});

describe('the nonce of the content policy', () => {
  it('is taken from the page and told to those who write style tags', () => {
    document.head.innerHTML = '<meta property="csp-nonce" nonce="abc">';
    publishNonce();
    expect(Reflect.get(globalThis, '__webpack_nonce__')).toBe('abc');
    expect(styleNonce()).toEqual({ nonce: 'abc' });
  });

  it('is none where the page has none', () => {
    publishNonce();
    expect(Reflect.has(globalThis, '__webpack_nonce__')).toBe(false);
    expect(styleNonce()).toEqual({});
  });
});

import { describe, expect, test } from 'vitest';
import { databaseUrl } from './databaseUrl.ts';

describe('the URL of the realtime database', () => {
  test("has the page's scheme, and always includes the port", () => {
    const at = (url: string) => databaseUrl(new URL(url), 'halyard', true);
    expect(at('http://localhost:3000/flags')).toBe('http://localhost:3000?ns=halyard');
    expect(at('https://pole.example/')).toBe('https://pole.example:443?ns=halyard');
    expect(at('https://pole.example:8443/')).toBe('https://pole.example:8443?ns=halyard');
  });

  test("has the ws: scheme, which turns off long polling, if the browser would not send the page's origin", () => {
    const url = new URL('http://pole.example/');
    expect(databaseUrl(url, 'halyard', false)).toBe('ws://pole.example:80?ns=halyard');
  });
});

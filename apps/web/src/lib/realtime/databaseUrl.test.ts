import { describe, expect, it } from 'vitest';
import { databaseUrl } from './databaseUrl.ts';

describe('databaseUrl', () => {
  it("follows the page's scheme, and always names the port", () => {
    const at = (url: string) => databaseUrl(new URL(url), 'halyard');
    expect(at('http://localhost:3000/flags')).toBe('ws://localhost:3000?ns=halyard');
    expect(at('http://pole.example/')).toBe('ws://pole.example:80?ns=halyard');
    expect(at('https://pole.example/')).toBe('wss://pole.example:443?ns=halyard');
    expect(at('https://pole.example:8443/')).toBe('wss://pole.example:8443?ns=halyard');
  });
});

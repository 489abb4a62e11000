import { describe, expect, test } from 'vitest';
import { arduinoConfiguration } from './arduino.ts';
import { poleAddress } from './poleAddress.ts';

const pole = (publicUrl: string, page = publicUrl) => ({
  name: 'Main Entrance',
  ownerId: 'company-acme',
  flagId: 'POLE-1',
  key: 'k3y-_',
  address: poleAddress(publicUrl, page),
});

describe('the configuration for the FirebaseClient library', () => {
  test('connects to the server with TLS and trusts one root certificate', () => {
    const text = arduinoConfiguration(pole('https://flags.example.com'), 'tls');
    for (const line of [
      '// Main Entrance (POLE-1)',
      'const char *HALYARD = "flags.example.com";',
      'const char *POLE = "/users/company-acme/hardware/POLE-1";',
      'LegacyToken key("k3y-_");',
      'WiFiClientSecure requests, events;',
      '  events.setCACert(ROOT_CERTIFICATE);',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).not.toContain('PlainClient');
    expect(text).not.toContain('setInsecure');
  });

  test("uses the server's own port without TLS on a local network", () => {
    const text = arduinoConfiguration(pole('http://192.168.1.10:3000'), 'lan');
    expect(text).toContain('const char *HALYARD = "192.168.1.10";');
    expect(text).toContain('return WiFiClient::connect(host, 3000);');
    expect(text).toContain('PlainClient requests, events;');
    expect(text).not.toMatch(/Secure|CERTIFICATE/);
  });

  test('has a placeholder if the page cannot determine the host', () => {
    expect(arduinoConfiguration(pole('http://localhost:3000'), 'lan')).toContain(
      'const char *HALYARD = "ADDRESS-OF-HALYARD";',
    );
  });

  test('stays valid code even with a malicious flag name or owner key', () => {
    const odd = {
      ...pole('http://halyard.lan'),
      name: 'Roof \\\n#include <evil>',
      ownerId: 'o"1\\',
    };
    const lines = arduinoConfiguration(odd, 'lan').split('\n');
    expect(lines[0]).toBe('// Roof   #include <evil> (POLE-1)');
    expect(lines).toContain('const char *POLE = "/users/o\\"1\\\\/hardware/POLE-1";');
  });
});

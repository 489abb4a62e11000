import { expect, test } from 'vitest';
import { poleAddress } from './poleAddress.ts';

test.each([
  [
    "uses the page's own origin if nothing is set",
    null,
    'http://192.168.1.10:3000',
    { url: 'http://192.168.1.10:3000', host: '192.168.1.10', hasTls: false },
    { host: '192.168.1.10', port: 3000 },
  ],
  [
    "uses PUBLIC_URL first, and the page's URL for the local network",
    'https://flags.example.com',
    'http://192.168.1.10:3000',
    { url: 'https://flags.example.com', host: 'flags.example.com', hasTls: true },
    { host: '192.168.1.10', port: 3000 },
  ],
  [
    'has no variant without TLS if the page uses TLS',
    'https://flags.example.com',
    'https://flags.example.com',
    { url: 'https://flags.example.com', host: 'flags.example.com', hasTls: true },
    { host: null, port: 3000 },
  ],
  [
    'does not use TLS on other ports, which the library does not support',
    null,
    'https://flags.example.com:8443',
    { url: 'https://flags.example.com:8443', host: 'flags.example.com', hasTls: false },
    { host: null, port: 3000 },
  ],
  [
    'has no host for localhost, but the right port',
    null,
    'http://localhost:3211',
    { url: 'http://localhost:3211', host: null, hasTls: false },
    { host: null, port: 3211 },
  ],
  [
    "has port 80 if the page's URL omits it",
    'http://halyard.lan',
    'http://halyard.lan',
    { url: 'http://halyard.lan', host: 'halyard.lan', hasTls: false },
    { host: 'halyard.lan', port: 80 },
  ],
])("the server's URL for poles %s", (_, publicUrl, page, address, lan) => {
  expect(poleAddress(publicUrl, page)).toEqual({ ...address, lan });
});

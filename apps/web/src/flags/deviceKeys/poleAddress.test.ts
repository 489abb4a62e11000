import { expect, test } from 'vitest';
import { poleAddress } from './poleAddress.ts';

test.each([
  [
    'uses the page’s own origin if nothing is set',
    null,
    'http://192.168.1.10:3000',
    { url: 'http://192.168.1.10:3000', host: '192.168.1.10', hasTls: false },
    { host: '192.168.1.10', port: 3000 },
  ],
  [
    'prefers PUBLIC_URL to the page’s address, which is the one on the local network',
    'https://flags.example.com',
    'http://192.168.1.10:3000',
    { url: 'https://flags.example.com', host: 'flags.example.com', hasTls: true },
    { host: '192.168.1.10', port: 3000 },
  ],
  [
    'knows no plain address behind TLS',
    'https://flags.example.com',
    'https://flags.example.com',
    { url: 'https://flags.example.com', host: 'flags.example.com', hasTls: true },
    { host: null, port: 3000 },
  ],
  [
    'rejects TLS on another port, which the library does not dial',
    null,
    'https://flags.example.com:8443',
    { url: 'https://flags.example.com:8443', host: 'flags.example.com', hasTls: false },
    { host: null, port: 3000 },
  ],
  [
    'gives no host for localhost, but the right port',
    null,
    'http://localhost:3211',
    { url: 'http://localhost:3211', host: null, hasTls: false },
    { host: null, port: 3211 },
  ],
  [
    'knows port 80 although the address omits it',
    'http://halyard.lan',
    'http://halyard.lan',
    { url: 'http://halyard.lan', host: 'halyard.lan', hasTls: false },
    { host: 'halyard.lan', port: 80 },
  ],
])('%s', (_, publicUrl, page, address, lan) => {
  expect(poleAddress(publicUrl, page)).toEqual({ ...address, lan });
});

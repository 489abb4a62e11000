import { expect, it } from 'vitest';
import { poleAddress } from './poleAddress.ts';

it.each([
  [
    'the page’s own origin where nothing is set',
    null,
    'http://192.168.1.10:3000',
    { url: 'http://192.168.1.10:3000', host: '192.168.1.10', hasTls: false },
    { host: '192.168.1.10', port: 3000 },
  ],
  [
    'PUBLIC_URL before the address that this person came by, which is the one on the local network',
    'https://flags.example.com',
    'http://192.168.1.10:3000',
    { url: 'https://flags.example.com', host: 'flags.example.com', hasTls: true },
    { host: '192.168.1.10', port: 3000 },
  ],
  [
    'no plain address is known behind TLS',
    'https://flags.example.com',
    'https://flags.example.com',
    { url: 'https://flags.example.com', host: 'flags.example.com', hasTls: true },
    { host: null, port: 3000 },
  ],
  [
    'TLS on another port is none that the library dials',
    null,
    'https://flags.example.com:8443',
    { url: 'https://flags.example.com:8443', host: 'flags.example.com', hasTls: false },
    { host: null, port: 3000 },
  ],
  [
    'no pole reaches localhost, but the port is right',
    null,
    'http://localhost:3211',
    { url: 'http://localhost:3211', host: null, hasTls: false },
    { host: null, port: 3211 },
  ],
  [
    'port 80 is not written out',
    'http://halyard.lan',
    'http://halyard.lan',
    { url: 'http://halyard.lan', host: 'halyard.lan', hasTls: false },
    { host: 'halyard.lan', port: 80 },
  ],
])('%s', (_, publicUrl, page, address, lan) => {
  expect(poleAddress(publicUrl, page)).toEqual({ ...address, lan });
});

import { describe, expect, test } from 'vitest';
import { isPublicAddress, requirePublicTarget } from './publicTargets.ts';

describe('the public IP address check', () => {
  test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'accepts the address %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'ff02::1',
    'localhost',
    '',
  ])('rejects the address %j', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the webhook URL check', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data/',
    'http://hooks.example.com/',
  ])('rejects the URL %s', (url) => {
    expect(() => requirePublicTarget(new URL(url))).toThrow(/private network|https/);
  });
  test('accepts a host name without looking it up, because the name is checked later', () => {
    expect(() => requirePublicTarget(new URL('https://hooks.example.com/x'))).not.toThrow();
  });
});

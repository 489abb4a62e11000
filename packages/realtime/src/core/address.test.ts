import { expect, test } from 'vitest';
import { addressGroup, networkOf } from './address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('a connection from %s counts toward the limit of %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([
  ['192.0.2.7', undefined],
  ['::ffff:192.0.2.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', undefined],
])('the network of the IP address %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

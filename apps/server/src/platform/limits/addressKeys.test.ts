import { expect, test } from 'vitest';
import { addressKeys } from './addressKeys.ts';

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0db8:0001:0002::1', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:DB8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['64:ff9b:1:2:3:4:192.0.2.1', ['64:ff9b:1:2::/64', '64:ff9b:1::/48']],
  ['1::2:3:4:5:192.0.2.1', ['1:0:2:3::/64', '1:0:2::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['unknown', ['unknown']],
])(
  'rate limits count the addresses of an IPv6 customer together: %s is counted as %j',
  (address, keys) => {
    expect(addressKeys(address)).toEqual(keys);
  },
);

import { isIPv6 } from 'node:net';

/**
 * What connections are counted by: an IPv4 address, and of IPv6 the first 64 bits, for that is what
 * one subscriber has.
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [text = ''] = address.split('%'); // a zone (`fe80::1%eth0`) is a matter of this host
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = text.split('::');
  const groups = head === '' ? [] : head.split(':');
  const left = tail === undefined || tail === '' ? [] : tail.split(':');
  while (groups.length + left.length < 8) groups.push('0');
  const first = [...groups, ...left].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${first.map((group) => group.toString(16)).join(':')}::/64`;
}

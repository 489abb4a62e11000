import { isIPv6 } from 'node:net';

/**
 * Returns the key under which connections from an IP address are counted: an IPv4 address, or the
 * first 64 bits of an IPv6 address. Internet providers give each subscriber a whole /64.
 */
export function addressGroup(address: string): string {
  const groups = groupsOf(address);
  if (typeof groups === 'string') return groups;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the /48 that contains an IPv6 address; undefined for IPv4. One customer of a hosting
 * provider may own all addresses of a /48.
 */
export function networkOf(address: string): string | undefined {
  const groups = groupsOf(address);
  return typeof groups === 'string' ? undefined : `${groups.slice(0, 3).join(':')}::/48`;
}

/**
 * Normalizes an IP address: expands an IPv6 address to its eight groups, extracts the IPv4 address
 * from an IPv4-mapped one, and leaves any other address unchanged.
 */
function groupsOf(address: string): string[] | string {
  if (!isIPv6(address)) return address;
  const [text = ''] = address.split('%'); // The zone (`fe80::1%eth0`) matters only on this host.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = text.split('::');
  const groups = head === '' ? [] : head.split(':');
  const left = tail === undefined || tail === '' ? [] : tail.split(':');
  while (groups.length + left.length < 8) groups.push('0');
  return [...groups, ...left].map((group) => Number.parseInt(group, 16).toString(16));
}

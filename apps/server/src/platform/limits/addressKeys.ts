import { isIPv6 } from 'node:net';

/**
 * Returns the keys under which a client's attempts are counted: its IPv4 address, or its IPv6 /64,
 * the smallest network that internet providers assign. For IPv6, also returns the surrounding /48,
 * because one customer of a provider may have the whole /48.
 */
export function addressKeys(address: string): [own: string] | [own: string, network: string] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return [mapped[1]!];
  if (!isIPv6(address)) return [address];
  const [text = ''] = address.split('%'); // Remove the zone of the address (`fe80::1%eth0`).
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  // An ending with dots (`64:ff9b::192.0.2.1`) counts as two groups.
  const dotted = right.at(-1)?.includes('.') ? 1 : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length - dotted);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return [`${groups.join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/**
 * Returns the address that identifies a client: the IPv4 address, or the IPv6 /64 network.
 */
export const addressKey = (address: string): string => addressKeys(address)[0];

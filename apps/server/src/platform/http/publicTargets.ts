import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { msg } from '@halyard/messages';
import { TextError } from '../errors.ts';

/**
 * The IPv4 networks that are not part of the public internet (IANA's registry of special-purpose
 * addresses), and multicast networks.
 */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The network of all public IPv6 addresses. It contains no IPv4-mapped addresses. */
const GLOBAL_IPV6 = '2000::/3';
/**
 * The networks in `GLOBAL_IPV6` that do not count as public: special-purpose networks, and networks
 * that embed an IPv4 address (Teredo, 6to4).
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const privateIpv4 = networks(PRIVATE_IPV4, 'ipv4');
const globalIpv6 = networks([GLOBAL_IPV6], 'ipv6');
const specialIpv6 = networks(SPECIAL_IPV6, 'ipv6');

function networks(all: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of all) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether an IP address is public, and not in a private or special-purpose network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateIpv4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/**
 * The error for a URL that the server must not send requests to, because it points to a private
 * network or is not encrypted.
 */
export class TargetRefused extends TextError {
  override readonly name = 'TargetRefused';
}
const IS_PRIVATE = msg`The URL must not point to a private network.`;

/**
 * Checks a URL to which the server will send requests. Does not look up the host name, because that
 * happens when a request is sent.
 * @throws TargetRefused
 */
export function requirePublicTarget(target: URL): void {
  if (target.protocol !== 'https:') throw new TargetRefused(msg`The URL must begin with https://.`);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new TargetRefused(IS_PRIVATE);
}

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Returns a function that looks up host names and rejects a name if any of its addresses is
 * private. The connection uses exactly the checked addresses, so DNS rebinding does not help an
 * attacker.
 */
export function publicLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new TargetRefused(IS_PRIVATE), []);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** The maximum number of IP addresses in one log entry. */
const MOST_NAMED = 4;

/**
 * Returns the text for a log entry about requests from several IP addresses. Lists the first few
 * addresses, and then says how many more there are.
 * @param addresses each address once, in order of first use; null for an unknown address
 * @returns null if all addresses are unknown
 */
export function severalAddresses(addresses: Iterable<string | null>): string | null {
  const all = [...addresses];
  if (all.every((address) => address === null)) return null;
  const named = all.slice(0, MOST_NAMED).map((address) => address ?? 'unknown');
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return [...named, ...more].join(', ');
}

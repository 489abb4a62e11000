/** The maximum number of IP addresses in one log entry. */
const MOST_NAMED = 4;

/**
 * Returns the text for a log entry whose requests came from several IP addresses. Names the first
 * addresses and counts the others.
 * @param addresses each once, in order of first use; null for an unknown one
 * @returns null if all of them are unknown
 */
export function severalAddresses(addresses: Iterable<string | null>): string | null {
  const all = [...addresses];
  if (all.every((address) => address === null)) return null;
  const named = all.slice(0, MOST_NAMED).map((address) => address ?? 'unknown');
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return [...named, ...more].join(', ');
}

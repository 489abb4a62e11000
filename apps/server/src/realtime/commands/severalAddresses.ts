/** Addresses that one entry names. */
const MOST_NAMED = 4;

/**
 * What an entry names where requests came from several addresses: nobody hides one behind another one.
 * @param addresses each once, the first ones first; null: one that is not known
 * @returns null where none of them is known
 */
export function severalAddresses(addresses: Iterable<string | null>): string | null {
  const all = [...addresses];
  if (all.every((address) => address === null)) return null;
  const named = all.slice(0, MOST_NAMED).map((address) => address ?? 'unknown');
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return [...named, ...more].join(', ');
}

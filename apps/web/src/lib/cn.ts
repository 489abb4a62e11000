import { type ClassValue, clsx } from 'clsx';
import { withoutOverridden } from './classGroups.ts';

/**
 * Caches the result for each joined string of class names, because components are rendered many
 * times.
 */
const results = new Map<string, string>();
const MOST_RESULTS = 1000;

/** Joins class names. If two class names set the same CSS property, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  const joined = clsx(inputs);
  const known = results.get(joined);
  if (known !== undefined) return known;
  const result = withoutOverridden(joined.split(' ')).join(' ');
  if (results.size === MOST_RESULTS) results.clear();
  results.set(joined, result);
  return result;
}

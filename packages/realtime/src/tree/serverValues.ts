import { Refused } from '../errors.ts';
import { isRounded } from '../exactJson.ts';
import type { TreeNode } from './node.ts';

/**
 * Resolves a server value, given as the content of `.sv` (protocol §8), against the current node at
 * its path.
 * @throws Refused
 */
export function resolveServerValue(
  sv: unknown,
  existing: TreeNode | undefined,
  now: number,
): number {
  if (sv === 'timestamp') return now;
  if (typeof sv === 'object' && sv !== null && Object.hasOwn(sv, 'increment')) {
    const by = (sv as Record<string, unknown>).increment;
    if (typeof by === 'number' && Number.isFinite(by) && Object.keys(sv).length === 1) {
      const old = typeof existing?.value === 'number' ? existing.value : 0;
      const sum = old + by;
      if (!Number.isFinite(sum)) throw new Refused('invalid_data', 'Numbers must be finite');
      if (isRounded('+', old, by, sum)) {
        throw new Refused('invalid_data', 'The sum is an integer too large to be kept exactly');
      }
      return sum === 0 ? 0 : sum;
    }
  }
  throw new Refused('invalid_data', 'Invalid server value');
}

import { type PoleCheck, readRecord } from '@halyard/domain';
import { node } from './flags.ts';

/**
 * Creates the checklist of a pole that can be tested.
 * @param raw its realtime node
 */
export const makeCheck = (
  changes: Partial<PoleCheck> = {},
  raw: unknown = node({ seenAt: Date.now() - 5000 }),
): PoleCheck => ({
  name: 'Gate',
  live: readRecord(raw),
  isNew: false,
  obstacle: null,
  refused: null,
  test: null,
  ...changes,
});

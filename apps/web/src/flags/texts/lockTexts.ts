import type { FlagLock } from '@halyard/domain';
import { commaText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { short } from '@/lib/moments.ts';
import { ago } from './lastSeen.ts';

/** Returns who locked the pole, since when, and why: "Locked by ann since 3:04 PM EST: Rope frayed". */
export function lockText({ byName, at, reason }: FlagLock, zone?: string): string {
  const time = short(at, zone);
  return t`Locked by ${byName} since ${time}: ${reason}`;
}

/** Returns who locked the pole, how long ago, and why: "ann, 12 min ago: Rope frayed". */
export function lockGlance({ byName, at, reason }: FlagLock, now: number): string {
  return `${byName}, ${ago(at, now)}: ${reason}`;
}

/**
 * Returns how many flags a master control moves: "3 online, 1 locked", or only "3 online" if none
 * are locked.
 */
export function onlineText(online: number, locked: number): string {
  const covered = plural(online, { other: '# online' });
  return locked === 0 ? covered : commaText([covered, plural(locked, { other: '# locked' })]);
}

import type { FlagLock } from '@halyard/domain';
import { exact } from '@/lib/moments.ts';
import { ago } from './lastSeen.ts';

/** Says who locked the pole, exactly when, and why: "Locked by ann since …: Rope frayed". */
export function lockText({ byName, at, reason }: FlagLock): string {
  return `Locked by ${byName} since ${exact(at)}: ${reason}`;
}

/** The short form: "ann, 12 min ago: Rope frayed". */
export function lockGlance({ byName, at, reason }: FlagLock, now: number): string {
  return `${byName}, ${ago(at, now)}: ${reason}`;
}

/**
 * Returns, for example, ", 1 locked" to follow the count of online flags; empty if none is locked.
 */
export function lockedCount(locked: number): string {
  return locked === 0 ? '' : `, ${locked} locked`;
}

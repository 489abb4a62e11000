import type { FlagLock } from '@halyard/domain';
import { exact } from '@/lib/moments.ts';
import { ago } from './lastSeen.ts';

/** Who works at the pole, since when and why, with the exact time: "Locked by ann since …: Rope frayed". */
export function lockText({ byName, at, reason }: FlagLock): string {
  return `Locked by ${byName} since ${exact(at)}: ${reason}`;
}

/** The same at a glance: "ann, 12 min ago: Rope frayed". */
export function lockGlance({ byName, at, reason }: FlagLock, now: number): string {
  return `${byName}, ${ago(at, now)}: ${reason}`;
}

/** "1 locked" behind the count of online flags; nothing where none is. */
export function lockedCount(locked: number): string {
  return locked === 0 ? '' : `, ${locked} locked`;
}

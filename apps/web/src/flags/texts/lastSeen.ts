import { exact } from '@/lib/moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats an age as "5 s ago", "12 min ago", "3 h ago" or "2 d ago". */
export function ago(moment: number, now: number): string {
  const age = Math.max(0, now - moment);
  if (age < MINUTE) return `${Math.floor(age / 1000)} s ago`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  return `${Math.floor(age / DAY)} d ago`;
}

/** Says when a pole was last heard from, or "never seen". */
export function lastSeenText(lastSeen: number | null, now: number): string {
  return lastSeen === null ? 'never seen' : `last seen ${ago(lastSeen, now)}`;
}

/** The same with the exact time, by the reader's clock, for a tooltip. */
export function lastSeenTitle(lastSeen: number | null, text: string): string {
  return lastSeen === null ? text : `${text}, ${exact(lastSeen)}`;
}

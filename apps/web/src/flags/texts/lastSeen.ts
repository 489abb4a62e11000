import { plural, t } from '@lingui/core/macro';
import { exact } from '@/lib/moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats an age as "5 sec ago", "12 min ago", "3 hr ago" or "2 days ago". */
export function ago(moment: number, now: number): string {
  const age = Math.max(0, now - moment);
  const seconds = Math.floor(age / 1000);
  if (age < MINUTE) return t`${seconds} sec ago`;
  const minutes = Math.floor(age / MINUTE);
  if (age < HOUR) return t`${minutes} min ago`;
  const hours = Math.floor(age / HOUR);
  if (age < DAY) return t`${hours} hr ago`;
  const days = Math.floor(age / DAY);
  return plural(days, { one: '# day ago', other: '# days ago' });
}

/** Returns text that says when a pole was last seen, or "never seen". */
export function lastSeenText(lastSeen: number | null, now: number): string {
  if (lastSeen === null) return t`never seen`;
  const time = ago(lastSeen, now);
  return t`last seen ${time}`;
}

/**
 * Returns the tooltip for a relative time such as "5 sec ago": the same text, followed by the exact
 * time.
 */
export function lastSeenTitle(lastSeen: number | null, text: string, zone?: string): string {
  return lastSeen === null ? text : `${text}, ${exact(lastSeen, zone)}`;
}

import { CLOCK_TRUST_MS, LAST_SEEN_MILLISECONDS_ABOVE, ONLINE_SECONDS } from './limits.ts';
import type { FlagRecord } from './record.ts';

/**
 * The time of the pole's last report according to the pole's own clock, in epoch milliseconds; null
 * if unknown.
 */
export function saidAt({ lastSeen }: Pick<FlagRecord, 'lastSeen'>): number | null {
  if (lastSeen === null) return null;
  return lastSeen > LAST_SEEN_MILLISECONDS_ABOVE ? lastSeen : lastSeen * 1000;
}

/**
 * The time when the pole last reported, in epoch milliseconds; null if never. Uses the pole's own
 * clock unless it differs from the server's receive time by more than 5 minutes. A time after `now`
 * counts as `now`. See decisions, "Commands".
 */
export function lastSeenAt(
  record: Pick<FlagRecord, 'lastSeen' | 'seenAt'>,
  now: number,
): number | null {
  const { seenAt } = record;
  const said = saidAt(record);
  if (said === null) return seenAt === null ? null : Math.min(seenAt, now);
  const trusted = seenAt !== null && Math.abs(said - seenAt) > CLOCK_TRUST_MS ? seenAt : said;
  return Math.min(trusted, now);
}

/** Whether the pole is online: it last reported less than 300 seconds ago (spec §4). */
export function isOnline(record: Pick<FlagRecord, 'lastSeen' | 'seenAt'>, now: number): boolean {
  const seen = lastSeenAt(record, now);
  return seen !== null && now - seen < ONLINE_SECONDS * 1000;
}

import { z } from 'zod';
import { HALF_STAFF_DAY_NAMES } from '../../calendar/halfStaffDays.ts';
import { FLOWN_FLAGS, type FlownFlag } from '../../flags/flownFlag.ts';
import { AUTHORITIES, type Authority } from '../orders/order.ts';

/**
 * Whether an authority or annual half-staff day is followed, and when that setting last changed.
 */
export interface Followed {
  follows: boolean;
  /**
   * The time when `follows` last changed, in epoch milliseconds of the half-staff engine's clock.
   */
  since: number;
}

/**
 * Which authorities (by type of flag) and annual half-staff days the poles of a company or location
 * follow, and when each setting last changed. An authority or day without an entry has always been
 * followed. Must not be modified in place.
 */
export type Follows = Readonly<Record<string, Followed>>;

/**
 * A location's stored settings for the orders and annual half-staff days that it follows. If
 * `isOwn` is false, the location switched to its company's settings at the time `at`, and `follows`
 * contains these settings as they were then. `at` is in epoch milliseconds of the half-staff
 * engine's clock.
 */
export interface LocationFollows {
  isOwn: boolean;
  at: number;
  follows: Follows;
}

/** The data about a pole that determines which orders and half-staff days it follows. */
export interface Following {
  flies: FlownFlag;
  /**
   * The authorities and annual half-staff days that the pole follows, and since when; null if it
   * has always followed all of them.
   */
  follows: Follows | null;
}

const authorityKey = (authority: Authority, flies: FlownFlag): string => `${authority}:${flies}`;
const dayNameKey = (name: string): string => `day:${name}`;
const KEYS: readonly string[] = [
  ...AUTHORITIES.flatMap((authority) => FLOWN_FLAGS.map((flies) => authorityKey(authority, flies))),
  ...HALF_STAFF_DAY_NAMES.map(dayNameKey),
];

/**
 * Returns the time when a pole began to follow an authority, in epoch milliseconds; 0 if the pole
 * has always followed it, null if the pole does not follow it.
 */
export const followsAuthoritySince = ({ follows, flies }: Following, authority: Authority) =>
  follows === null ? 0 : sinceOf(follows[authorityKey(authority, flies)]);

/**
 * Returns the time when a pole began to follow an annual half-staff day (given by its name), in
 * epoch milliseconds; 0 if the pole has always followed the day, null if it does not follow it.
 */
export const followsDaySince = ({ follows }: Pick<Following, 'follows'>, name: string) =>
  follows === null ? 0 : sinceOf(follows[dayNameKey(name)]);

function sinceOf(entry: Followed | undefined): number | null {
  if (entry === undefined) return 0;
  return entry.follows ? entry.since : null;
}

/**
 * Returns what the poles of a location follow: the location's own settings or, if it has none, its
 * company's.
 * @param location null if the location never had its own settings
 */
export function followsAt(
  company: Follows | null,
  location: LocationFollows | null,
): Follows | null {
  if (location === null) return company;
  if (location.isOwn) return location.follows;
  const merged: Record<string, Followed> = { ...location.follows };
  for (const [key, entry] of Object.entries(company ?? {}))
    if (entry.since >= location.at) merged[key] = entry;
  return merged;
}

/**
 * What a company or location follows, as a user enters it: which types of flags follow each
 * authority, and which annual half-staff days are not followed.
 */
export const followsChoice = z.object({
  authorities: z.record(z.enum(AUTHORITIES), z.array(z.enum(FLOWN_FLAGS)).max(FLOWN_FLAGS.length)),
  daysNotFollowed: z.array(z.enum(HALF_STAFF_DAY_NAMES)).max(HALF_STAFF_DAY_NAMES.length),
});
export type FollowsChoice = z.infer<typeof followsChoice>;

export function choiceOf(follows: Follows | null): FollowsChoice {
  const isFollowed = (key: string) => follows?.[key]?.follows ?? true;
  const flagsOf = (authority: Authority) =>
    FLOWN_FLAGS.filter((flies) => isFollowed(authorityKey(authority, flies)));
  return {
    authorities: Object.fromEntries(
      AUTHORITIES.map((authority) => [authority, flagsOf(authority)]),
    ) as FollowsChoice['authorities'],
    daysNotFollowed: HALF_STAFF_DAY_NAMES.filter((name) => !isFollowed(dayNameKey(name))),
  };
}

/**
 * Returns the followed authorities and days after a user changes the settings at `now`. Entries
 * that do not change keep their original time.
 */
export function withChoice(
  present: Follows | null,
  { authorities, daysNotFollowed }: FollowsChoice,
  now: number,
): Follows {
  const chosen = new Set<string>([
    ...AUTHORITIES.flatMap((authority) =>
      authorities[authority].map((flies) => authorityKey(authority, flies)),
    ),
    ...HALF_STAFF_DAY_NAMES.filter((name) => !daysNotFollowed.includes(name)).map(dayNameKey),
  ]);
  return changedTo(present, (key) => chosen.has(key), now);
}

/**
 * Returns the data to store when a location gives up its own settings at `now`. From then on, it
 * follows what its company follows.
 */
export function withoutOwn(own: Follows, company: Follows | null, now: number): LocationFollows {
  const follows = changedTo(own, (key) => company?.[key]?.follows ?? true, now);
  return { isOwn: false, at: now, follows };
}

/**
 * Describes, for the activity log, which authorities and annual half-staff days a user turned on or
 * off.
 * @returns one string per change, such as "Patriot Day off"
 */
export const followsChanges = (before: Follows | null, after: Follows | null): string[] =>
  KEYS.filter((key) => (before?.[key]?.follows ?? true) !== (after?.[key]?.follows ?? true)).map(
    (key) => `${key.replace(/^day:/, '')} ${(after?.[key]?.follows ?? true) ? 'on' : 'off'}`,
  );

function changedTo(
  present: Follows | null,
  isFollowed: (key: string) => boolean,
  now: number,
): Follows {
  const changed: Record<string, Followed> = {};
  for (const key of KEYS) {
    const entry = present?.[key];
    const follows = isFollowed(key);
    if (follows !== (entry?.follows ?? true)) changed[key] = { follows, since: now };
    else if (entry) changed[key] = entry;
  }
  return changed;
}

/**
 * Whether poles at one location follow different authorities depending on whether they fly a flag
 * of type `a` or `b`.
 */
export const followsDiffer = (follows: Follows | null, a: FlownFlag, b: FlownFlag): boolean =>
  AUTHORITIES.some(
    (authority) =>
      followsAuthoritySince({ follows, flies: a }, authority) !==
      followsAuthoritySince({ follows, flies: b }, authority),
  );

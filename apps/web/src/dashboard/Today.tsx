import {
  clockText,
  commaText,
  dateText,
  dayName,
  dayOrClockText,
  type HalfStaffNow,
  type HalfStaffToday,
  type Holiday,
  localDate,
  mayOpen,
  numberText,
  protocolDays,
  type SessionUser,
  type TodaySource,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useChanging, useHalfStaffNow } from '@/halfStaff/data/useHalfStaffNow.ts';
import { polesText } from '@/halfStaff/texts/polesText.ts';
import { sourceText } from '@/halfStaff/texts/sourceText.ts';
import { federalHolidaysQuery, halfStaffTodayQuery } from '@/lib/api/query.ts';
import { cn } from '@/lib/cn.ts';
import { FlagScene } from '@/scene/FlagScene.tsx';
import { skyAtHour } from '@/scene/skyAtHour.ts';

const LINE_CLASS = 'break-words text-muted-foreground tabular-nums max-md:text-xs';
const HALF_STAFF_PATH = '/half-staff';

/**
 * Shows the position that flags should be in today, with the reason, the end time and the number of
 * poles affected. Also shows the next change of position.
 */
export function Today({ user }: { user: SessionUser }) {
  const { data } = useChanging(useQuery(halfStaffTodayQuery()));
  const { data: now } = useHalfStaffNow();
  if (!data) return null;
  const groups = now?.inEffect ?? [];
  const [first, ...others] = everythingInEffect(data, groups);
  const isHalf = first?.position === 'half';
  return (
    <Card
      role="region"
      aria-label={t`Today`}
      className="flex items-center gap-4 p-3 max-md:px-3 max-md:py-2.5"
    >
      <FlagScene
        shown={isHalf ? 'half' : 'up'}
        sky={skyAtHour(new Date(data.now).getHours())}
        label={isHalf ? t`A flag at half-staff` : t`A flag at full staff`}
        className="h-16 w-14 shrink-0 max-md:hidden"
      />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold">{first ? nowText(first, data.now) : fullText(data)}</p>
        {first && <p className={LINE_CLASS}>{detailText(first, groups, user)}</p>}
        {others.map((other) => (
          <p key={other.source.key} className={LINE_CLASS}>
            {nowText(other, data.now)}: {detailText(other, groups, user)}
          </p>
        ))}
        {now?.engineIsOn === false && groups.length > 0 && <AutopilotOff user={user} />}
        <div className={cn('min-w-0', first && 'max-md:hidden')}>
          <Next today={data} />
        </div>
      </div>
    </Card>
  );
}

/** Says that autopilot is off while an order or half-staff day is in effect. */
function AutopilotOff({ user }: { user: SessionUser }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Status tone="warn" className="whitespace-normal">
        <Trans>Autopilot is off: nothing will move.</Trans>
      </Status>
      {mayOpen(HALF_STAFF_PATH, user.role) && (
        <Link href={HALF_STAFF_PATH} className="touch-target rounded-sm underline">
          <Trans>Half-Staff</Trans>
        </Link>
      )}
    </p>
  );
}

/**
 * Returns the details of an order or half-staff day: its name, and how many locations and poles
 * follow it.
 */
function detailText(today: TodaySource, groups: readonly Group[], user: SessionUser): string {
  const own = groups.filter(({ source }) => source.key === today.source.key);
  const parts = [sourceText(today.source), followText(today, user), countText(own)];
  return parts.filter((part) => part !== null).join(' · ');
}

type Group = HalfStaffNow['inEffect'][number];

/**
 * Returns everything that is in effect. First come the requirements of the law and the orders at
 * the user's locations. After them come orders and half-staff days that are in effect only at some
 * poles, because the companies of these poles do not follow the order or day that takes precedence.
 */
function everythingInEffect(
  { inEffect }: HalfStaffToday,
  groups: readonly Group[],
): readonly TodaySource[] {
  const found = new Map(inEffect.map((one) => [one.source.key, one]));
  for (const { source, until, untilSun, endsLater, timeZone } of groups) {
    if (found.has(source.key)) continue;
    const position = source.kind === 'exception' ? 'up' : 'half';
    const end = { at: until, atSun: untilSun, isLaterElsewhere: endsLater, timeZone };
    found.set(source.key, { source, position, locations: 0, following: 0, ...end });
  }
  return [...found.values()];
}

/**
 * Describes how many poles are affected: "12 poles, 3 stay down". Null if no poles are affected.
 */
function countText(groups: readonly Group[]): string | null {
  if (groups.length === 0) return null;
  const count = (wanted: (group: Group) => boolean) =>
    groups.filter(wanted).reduce((sum, { poles }) => sum + poles, 0);
  const stayDown = count(({ position }) => position === null);
  const night = count(({ position }) => position === 'down');
  const all = polesText(count(() => true));
  const parts = [
    stayDown > 0 && plural(stayDown, { one: '# stays down', other: '# stay down' }),
    night > 0 && plural(night, { other: '# down for the night' }),
  ].filter((part) => part !== false);
  return commaText([all, ...parts]);
}

/**
 * Describes what is in effect: "Half-staff today until sunset, 5:12 PM EST", "Full staff today
 * until 8:00 PM EST (earliest location)".
 */
export function nowText(
  { position, at, atSun, isLaterElsewhere, timeZone }: TodaySource,
  now: number,
): string {
  const isHalf = position === 'half';
  if (at === null)
    return isHalf ? t`Half-staff until further notice` : t`Full staff until further notice`;
  const clock = momentText(atSun, clockText(at, now, timeZone));
  if (isLaterElsewhere)
    return isHalf
      ? t`Half-staff today until ${clock} (earliest location)`
      : t`Full staff today until ${clock} (earliest location)`;
  return isHalf ? t`Half-staff today until ${clock}` : t`Full staff today until ${clock}`;
}

/** Formats the time of a change of position: "sunset, 5:12 PM EST", "noon EST". */
function momentText(sun: TodaySource['atSun'], clock: string): string {
  if (sun === null) return clock;
  if (sun === 'noon') return clock.replace('12:00 PM', t`noon`);
  return sun === 'sunrise' ? t`sunrise, ${clock}` : t`sunset, ${clock}`;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Returns the text to show if nothing is in effect: "Full staff today", "Full staff until sunrise,
 * 7:14 AM CST".
 */
export function fullText({ now, next }: HalfStaffToday): string {
  if (next === null || next.at === null || next.at - now > DAY_MS) return t`Full staff today`;
  const clock = momentText(next.atSun, clockText(next.at, now, next.timeZone));
  return t`Full staff until ${clock}`;
}

/**
 * Returns the note about locations where autopilot does not move the flags; null if there are no
 * such locations.
 */
function followText({ locations, following }: TodaySource, user: SessionUser): string | null {
  if (following === locations) return null;
  if (user.companyId !== null) return t`not followed automatically by your company`;
  const some = numberText(following);
  return t`followed at ${some} of ${plural(locations, { other: '# locations' })}`;
}

/**
 * Returns the next half-staff day after today.
 * @param now the current time in epoch milliseconds
 */
export function nextHalfStaffDay(holidays: readonly Holiday[], now: number) {
  const today = localDate(now);
  return protocolDays(holidays, today).find(({ date, halfStaff }) => halfStaff && date > today);
}

/**
 * Shows the next change of position. Includes the exact time only if the change is within two weeks
 * (on a phone, only if it is today).
 */
function Next({ today: { next, now } }: { today: HalfStaffToday }) {
  const { data } = useQuery(federalHolidaysQuery());
  if (next === null || next.at === null) {
    const day = data && nextHalfStaffDay(data.holidays, now);
    if (!day) return null;
    const date = dateText(day.date);
    const name = dayName(day.name);
    return <p className={LINE_CLASS}>{t`Next: half-staff on ${date}, ${name}`}</p>;
  }
  const clock = momentText(next.atSun, clockText(next.at, now, next.timeZone));
  return (
    <p className={LINE_CLASS}>
      <span className="max-md:hidden">{nextText(next, clock)}</span>
      <span className="md:hidden">
        {shortNextText(next, dayOrClockText(next.at, now, next.timeZone))}
      </span>
    </p>
  );
}

/**
 * Describes the next change of position with its date: "Next: half-staff Dec 7, Pearl Harbor Day".
 */
function shortNextText({ position, source: by }: TodaySource, when: string): string {
  const source = sourceText(by);
  return position === 'half'
    ? t`Next: half-staff ${when}, ${source}`
    : t`Next: full staff ${when}, ${source}`;
}

/**
 * Describes the next change of position with its exact time: "Next: half-staff from sunrise, Dec 7,
 * 7:14 AM CST, Pearl Harbor Day".
 */
function nextText({ position, isLaterElsewhere, source: by }: TodaySource, clock: string): string {
  const source = sourceText(by);
  if (position === 'half')
    return isLaterElsewhere
      ? t`Next: half-staff from ${clock} (earliest location), ${source}`
      : t`Next: half-staff from ${clock}, ${source}`;
  return isLaterElsewhere
    ? t`Next: full staff from ${clock} (earliest location), ${source}`
    : t`Next: full staff from ${clock}, ${source}`;
}

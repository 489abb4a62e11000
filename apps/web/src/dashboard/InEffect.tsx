import {
  clockText,
  commaText,
  type HalfStaffNow,
  mayOpen,
  type SessionUser,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useHalfStaffNow } from '@/halfStaff/data/useHalfStaffNow.ts';
import { polesText } from '@/halfStaff/texts/polesText.ts';
import { sourceText } from '@/halfStaff/texts/sourceText.ts';

const HALF_STAFF_PATH = '/half-staff';

/**
 * Lists the orders, exceptions and annual days in effect at the user's poles. Renders nothing if
 * there are none.
 */
export function InEffect({ user }: { user: SessionUser }) {
  const { data } = useHalfStaffNow();
  if (!data || data.inEffect.length === 0) return null;
  return (
    <Card role="region" aria-label={t`In effect now`} className="grid gap-3 p-4">
      <ul className="grid gap-3">
        {bySource(data.inEffect).map((groups) => (
          <li key={groups[0].source.key} className="grid gap-0.5">
            <p className="font-semibold">
              <End groups={groups} now={data.now} />
            </p>
            <p className="break-words text-muted-foreground tabular-nums">
              {sourceText(groups[0].source)} · {countText(groups)}
            </p>
          </li>
        ))}
      </ul>
      {!data.engineIsOn && (
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
      )}
    </Card>
  );
}

type Group = HalfStaffNow['inEffect'][number];
type Groups = [Group, ...Group[]];

/**
 * Merges the groups of poles that have the same order or half-staff day and differ only in the
 * flag's position.
 */
function bySource(all: readonly Group[]): Groups[] {
  const found = new Map<string, Groups>();
  for (const group of all) {
    const groups = found.get(group.source.key);
    if (groups) groups.push(group);
    else found.set(group.source.key, [group]);
  }
  return [...found.values()];
}

/**
 * Formats how long an order or day is in effect: "Half-staff until sunset, 5:12 PM EST (earliest
 * pole)".
 */
function End({ groups, now }: { groups: Groups; now: number }) {
  const isFull = groups[0].source.kind === 'exception';
  const first = groups.reduce((a, b) => ((b.until ?? Infinity) < (a.until ?? Infinity) ? b : a));
  const { until, untilSun, timeZone } = first;
  if (until === null)
    return isFull ? t`Full staff until further notice` : t`Half-staff until further notice`;
  const end = <Moment at={until} text={endText(untilSun, clockText(until, now, timeZone))} />;
  const endsLater = groups.some((group) => group.endsLater || group.until !== until);
  if (isFull)
    return endsLater ? (
      <Trans>Full staff until {end} (earliest pole)</Trans>
    ) : (
      <Trans>Full staff until {end}</Trans>
    );
  return endsLater ? (
    <Trans>Half-staff until {end} (earliest pole)</Trans>
  ) : (
    <Trans>Half-staff until {end}</Trans>
  );
}

/** Formats an end time: "sunset, Dec 7, 5:12 PM EST", "Dec 7, noon EST". */
function endText(sun: Group['untilSun'], clock: string): string {
  if (sun === null) return clock;
  if (sun === 'noon') return clock.replace('12:00 PM', t`noon`);
  return sun === 'sunrise' ? t`sunrise, ${clock}` : t`sunset, ${clock}`;
}

/** Formats the number of poles, and how many of them stay down: "12 poles, 3 stay down". */
function countText(groups: Groups): string {
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

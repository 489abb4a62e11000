import {
  commaText,
  type Flag,
  type FlagPosition,
  followsMasterControl,
  isLocked,
  type MovePlan,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import type { FlagState } from '@/lib/realtime/flagStore.ts';

/** Maximum number of poles that a move may affect without asking for confirmation. */
const MOST_AT_ONCE = 10;

/** The content of the confirmation dialog for a mass move: the poles that it would move or skip. */
export type MoveFacts = Pick<
  MovePlan,
  | 'count'
  | 'offline'
  | 'locked'
  | 'positions'
  | 'lampsOn'
  | 'places'
  | 'locations'
  | 'companies'
  | 'companiesTotal'
>;

/** What a mass move would do, computed from the flags that this browser has loaded. */
export interface LocalPlan extends MoveFacts {
  flags: readonly Flag[];
}

export function movePlan(
  flags: readonly Flag[],
  stateOf: (id: string) => FlagState | undefined,
): LocalPlan {
  const moved: Flag[] = [];
  const places = new Map<string, MovePlan['places'][number]>();
  const companies = new Map<string, MovePlan['companies'][number]>();
  const positions = { up: 0, half: 0, down: 0, moving: 0, unknown: 0 };
  let lampsOn = 0;
  let offline = 0;
  let locked = 0;
  for (const flag of flags) {
    const view = stateOf(flag.id)?.view;
    if (!view || !followsMasterControl(view)) {
      if (view && isLocked(view)) locked++;
      else offline++;
      continue;
    }
    moved.push(flag);
    positions[view.position]++;
    if (view.switches.find(({ field }) => field === 'lamp')?.state) lampsOn++;
    const { company, location } = flag;
    const owner = companies.get(flag.companyId) ?? { company, poles: 0, locations: 0 };
    const place = places.get(flag.locationId) ?? { company, location, count: 0 };
    if (place.count === 0) owner.locations++;
    place.count++;
    owner.poles++;
    places.set(flag.locationId, place);
    companies.set(flag.companyId, owner);
  }
  const byCompany = (a: { company: string }, b: { company: string }) =>
    a.company.localeCompare(b.company, 'en');
  return {
    flags: moved,
    count: moved.length,
    places: [...places.values()].sort(
      (a, b) => byCompany(a, b) || a.location.localeCompare(b.location, 'en'),
    ),
    locations: places.size,
    companies: [...companies.values()].sort(byCompany),
    companiesTotal: companies.size,
    positions,
    lampsOn,
    offline,
    locked,
  };
}

/**
 * Returns whether a master control asks for confirmation. It does if the move affects more than 10
 * poles or more than one location, or follows a text search, which may match more poles than the
 * user meant.
 */
export const needsQuestion = (
  { count, locations }: Pick<MoveFacts, 'count' | 'locations'>,
  isSearch: boolean,
): boolean => count > MOST_AT_ONCE || locations > 1 || isSearch;

/**
 * Returns whether some lamps are on and some off. If so, toggling each lamp would not give all
 * lamps the same state.
 */
export const hasMixedLamps = ({ count, lampsOn }: MoveFacts): boolean =>
  lampsOn > 0 && lampsOn < count;

/** Maximum number of locations or companies that a confirmation lists. */
const MOST_PLACES = 5;

/**
 * Returns one line per location, such as "Depot, Acme: 3 poles". If there are several companies,
 * returns one line per company instead. The last line says how many locations or companies are left
 * out, if any. If there is only one location, its line has no number of poles, because the
 * confirmation's title shows the number.
 */
export function placeLines({ places, locations, companies, companiesTotal }: MoveFacts): string[] {
  const [only] = places;
  if (only && locations === 1) return [`${only.location}, ${only.company}`];
  const isOne = companiesTotal === 1;
  const lines = isOne
    ? places.map(
        ({ company, location, count }) =>
          t`${location}, ${company}: ${plural(count, { one: '# pole', other: '# poles' })}`,
      )
    : companies.map(
        ({ company, poles, locations: at }) =>
          t`${company}: ${plural(poles, { one: '# pole', other: '# poles' })} at ${plural(at, { one: '# location', other: '# locations' })}`,
      );
  const left = (isOne ? locations : companiesTotal) - MOST_PLACES;
  if (left <= 0) return lines;
  const more = isOne
    ? plural(left, { one: 'and # more location', other: 'and # more locations' })
    : plural(left, { one: 'and # more company', other: 'and # more companies' });
  return [...lines.slice(0, MOST_PLACES), more];
}

const POSITION_COUNTS: Record<FlagPosition, (count: number) => string> = {
  up: (count) => plural(count, { other: '# up' }),
  half: (count) => plural(count, { other: '# at half-staff' }),
  down: (count) => plural(count, { other: '# down' }),
  moving: (count) => plural(count, { other: '# moving' }),
  unknown: (count) => plural(count, { other: '# in an unknown position' }),
};

const POSITION_OF_ALL: Record<FlagPosition, string> = {
  up: t({ message: 'up', context: 'position of all flags' }),
  half: t({ message: 'at half-staff', context: 'position of all flags' }),
  down: t({ message: 'down', context: 'position of all flags' }),
  moving: t({ message: 'moving', context: 'position of all flags' }),
  unknown: t({ message: 'in an unknown position', context: 'position of all flags' }),
};

/**
 * Describes the current positions of the flags: "14 up, 6 at half-staff", or only "up" if all are
 * in the same position.
 */
export function positionsText({ positions }: MoveFacts): string {
  const found = (Object.keys(POSITION_COUNTS) as FlagPosition[]).filter(
    (position) => positions[position] > 0,
  );
  const [only] = found;
  if (only && found.length === 1) return POSITION_OF_ALL[only];
  return commaText(found.map((position) => POSITION_COUNTS[position](positions[position])));
}

/** Describes the current states of the lamps: "5 on, 3 off", or only "on" if all are on. */
export function lampsText({ count, lampsOn }: MoveFacts): string {
  const lampsOff = count - lampsOn;
  if (lampsOff === 0) return t({ message: 'on', context: 'state of all lamps' });
  if (lampsOn === 0) return t({ message: 'off', context: 'state of all lamps' });
  return t`${plural(lampsOn, { other: '# on' })}, ${plural(lampsOff, { other: '# off' })}`;
}

/** Returns how many poles are skipped and why; null if none are. */
export function leftOutText({
  offline,
  locked,
}: Pick<MoveFacts, 'offline' | 'locked'>): string | null {
  if (offline > 0 && locked > 0)
    return t`${plural(offline, { other: '# offline' })} and ${plural(locked, { one: '# locked pole', other: '# locked poles' })} skipped.`;
  if (offline > 0)
    return plural(offline, { one: '# offline pole skipped.', other: '# offline poles skipped.' });
  return locked > 0
    ? plural(locked, { one: '# locked pole skipped.', other: '# locked poles skipped.' })
    : null;
}

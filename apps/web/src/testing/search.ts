import {
  type Company,
  cityState,
  countControls,
  type Flag,
  type FoundLocation,
  type Location,
  type RecordSearch,
  SEARCHED,
  searchQuery,
  searchText,
  sortRows,
  switchesOn,
  type User,
  viewFlag,
} from '@halyard/domain';

/** All records that a user sees. */
export interface SearchedRecords {
  companies: readonly Company[];
  locations: readonly Location[];
  flags: readonly Flag[];
  users: readonly User[];
}

/** Returns the response to a search of all records, as the server would. */
export function answerSearch(
  { companies, locations, flags, users }: SearchedRecords,
  url: string | URL,
): RecordSearch {
  const { searchParams: params } = new URL(url, 'http://localhost');
  const limit = Number(params.get('limit') ?? 20);
  const places = foundLocations(flags, locations);
  const placeText = ({ name, company }: FoundLocation) => [name, company];
  const addressText = ({ city, state, ...place }: FoundLocation) => [
    ...placeText(place as FoundLocation),
    ...(city === null || state === null ? [] : [cityState({ city, state })]),
  ];
  const flagText = ({ name, flagId, company, location }: Flag) => [name, flagId, company, location];
  const q = params.has('only') ? null : (params.get('q') ?? '');
  const poles = params.get('poles');
  const named = <Item extends { id: string }>(kind: string, items: readonly Item[]) => {
    const ids = (params.get(kind) ?? '').split(',');
    return items.filter(({ id }) => ids.includes(id));
  };
  const listed = companies.map((company) => ({
    ...company,
    states: [
      ...new Set(
        locations.filter(({ companyId }) => companyId === company.id).map(({ state }) => state),
      ),
    ].sort(),
  }));
  return {
    found:
      q === null
        ? null
        : {
            companies: part(listed, q, limit, (company) => [
              ...SEARCHED.company(company),
              cityState(company),
            ]),
            locations: part(places, q, limit, addressText),
            flags: part(flags, q, limit, flagText),
            users: part(users, q, limit, (user) => [...SEARCHED.user(user), user.username]),
          },
    poles:
      poles === null
        ? null
        : {
            locations: part(
              places.filter((place) => place.flags > 0),
              poles,
              limit,
              placeText,
            ),
            flags: part(flags, poles, limit, flagText),
          },
    named: {
      companies: named('companies', listed),
      locations: named('locations', places),
      flags: named('flags', flags),
      users: named('users', users),
    },
  } as RecordSearch;
}

/**
 * Returns the records of one kind that match the search.
 * @param textOf returns the searched fields, the name first
 */
function part<Item extends { id: string; name: string }>(
  items: readonly Item[],
  typed: string,
  limit: number,
  textOf: (item: Item) => readonly string[],
) {
  const query = searchQuery(typed);
  const words = query.split(/\s+/);
  const byName = sortRows(items, { key: 'name', direction: 'asc' }, ({ name }) => name);
  const matches = byName
    .map((item) => ({ item, text: searchText(textOf(item)) }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const nearness = ({ text }: { text: string }) =>
    text === query || text.startsWith(`${query}\n`) ? 0 : text.startsWith(query) ? 1 : 2;
  const nearest = matches.sort((a, b) => nearness(a) - nearness(b)).map(({ item }) => item);
  return { items: nearest.slice(0, limit), total: nearest.length };
}

/** Returns these locations, and the locations of these flags, as search results. */
export function foundLocations(
  flags: readonly Flag[],
  locations: readonly Location[] = [],
): FoundLocation[] {
  const places = new Map<string, Pick<FoundLocation, 'name' | 'company' | 'city' | 'state'>>();
  for (const { locationId, location: name, company } of flags)
    places.set(locationId, { name, company, city: null, state: null });
  for (const { id, name, company, city, state } of locations)
    places.set(id, { name, company, city, state });
  return [...places].map(([id, place]) => {
    const there = flags.filter(({ locationId }) => locationId === id);
    const views = there.map((flag) => {
      const view = viewFlag(flag.live, Date.now());
      return { view: { ...view, isOnline: flag.isOnline, on: switchesOn(view) } };
    });
    return { id, ...place, flags: there.length, controls: countControls(views) };
  });
}

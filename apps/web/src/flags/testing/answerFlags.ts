import {
  countControls,
  type FilteredView,
  FLAG_SORT_KEYS,
  type Flag,
  type FlagPage,
  type FlagPlaces,
  type FlagSortKey,
  filterCounts,
  meetsCriteria,
  positionSortKey,
  readCriteria,
  readSort,
  SEARCHED,
  type SortValue,
  searchQuery,
  searchText,
  sortRows,
  summariseFleet,
  switchesOn,
  viewFlag,
} from '@halyard/domain';

/** Responds to the calls that list flags, as the server would. */
export function answerFlags(flags: readonly Flag[], url: string | URL): FlagPage | readonly Flag[] {
  const { searchParams: params } = new URL(url, 'http://localhost');
  if (params.size === 0) return flags;
  const placed = flags
    .filter(
      ({ companyId, locationId }) =>
        companyId === (params.get('company') ?? companyId) &&
        locationId === (params.get('location') ?? locationId),
    )
    .map((flag) => {
      const view = viewFlag(flag.live, Date.now());
      return { ...flag, view: { ...view, isOnline: flag.isOnline, on: switchesOn(view) } };
    });
  type Placed = (typeof placed)[number];
  const query = searchQuery(params.get('q') ?? '');
  const textOf = (flag: Placed) =>
    searchText([...SEARCHED.flag(flag), flag.view.isOnline ? 'Online' : 'Offline']);
  const searched = placed.filter((flag) => textOf(flag).includes(query));
  const criteria = readCriteria(Object.fromEntries(params));
  const found = searched.filter((flag) => meetsCriteria(criteria, flag, flag.view));
  const byName = sortRows(found, { key: 'flag', direction: 'asc' }, read);
  const sort = readSort(params.get('sort') ?? undefined, FLAG_SORT_KEYS);
  const ordered = sort ? sortRows(byName, sort, read) : byName;
  const limit = Number(params.get('limit') ?? 50);
  const pages = Math.max(1, Math.ceil(ordered.length / limit));
  const page = Math.min(Number(params.get('page') ?? 1), pages);
  const viewOf = ({ view }: Placed) => view;
  return {
    items: ordered
      .slice((page - 1) * limit, page * limit)
      .map(({ id }) => flags.find((flag) => flag.id === id)!),
    total: ordered.length,
    page,
    next: null,
    counts: Object.fromEntries(filterCounts(searched, criteria, viewOf, (flag) => flag)),
    controls: countControls(found),
    summary: summariseFleet(placed, !params.has('company') && !params.has('location')),
    place: {
      company: placeIn(
        flags,
        ({ companyId, company }) => ({ id: companyId, name: company }),
        params.get('company'),
      ),
      location: placeIn(
        flags,
        ({ locationId, location, companyId }) => ({ id: locationId, name: location, companyId }),
        params.get('location'),
      ),
    },
  } as FlagPage;
}

function placeIn<Place extends { id: string }>(
  flags: readonly Flag[],
  placeOf: (flag: Flag) => Place,
  id: string | null,
): Place | null {
  return flags.map(placeOf).find((place) => place.id === id) ?? null;
}

function read(flag: Flag & { view: FilteredView }, key: FlagSortKey): SortValue {
  switch (key) {
    case 'flag':
      return flag.name;
    case 'company':
      return flag.company;
    case 'location':
      return flag.location;
    case 'status':
      return flag.isOnline;
    case 'voltage':
      return flag.voltage;
    case 'position':
      return positionSortKey(flag.view.position);
  }
}

/** Returns the companies and locations that have flags, as the server would. */
export function answerPlaces(
  flags: readonly Flag[],
  path: string,
  seesAllCompanies: boolean,
): FlagPlaces {
  const { searchParams: params } = new URL(path, 'http://localhost');
  const query = (params.get('q') ?? '').toLowerCase();
  const companies = new Map<string, FlagPlaces['companies'][number]>();
  const locations = new Map<string, FlagPlaces['locations'][number]>();
  for (const { companyId, company, locationId, location } of flags) {
    companies.set(companyId, { id: companyId, name: company, flags: 1 });
    if (companyId === (params.get('company') ?? companyId))
      locations.set(locationId, { id: locationId, name: location, company, flags: 1 });
  }
  const found = <Place extends { name: string }>(places: ReadonlyMap<string, Place>) =>
    [...places.values()]
      .filter(({ name }) => name.toLowerCase().includes(query))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      .slice(0, 50);
  return { companies: seesAllCompanies ? found(companies) : [], locations: found(locations) };
}

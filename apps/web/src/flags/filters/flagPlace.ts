import { CRITERIA_PARAMS, type PlaceFilter, stateName } from '@halyard/domain';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { ComboboxOption } from '@/components/ui/Combobox.tsx';
import { call } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';

/**
 * The URL parameters of the company and location filters. The URL that exports flags uses the same
 * parameters.
 */
const COMPANY = 'company';
const LOCATION = 'location';

/** Returns the URL of the flags page with only one location's flags. */
export const flagsOfLocationHref = (id: string) => `/flags?${LOCATION}=${encodeURIComponent(id)}`;
/** Returns the URL of the flags page with only one company's flags. */
export const flagsOfCompanyHref = (id: string) => `/flags?${COMPANY}=${encodeURIComponent(id)}`;

/** Returns the URL of the flags page with only the offline flags of a company or location. */
export const offlineFlagsHref = (place: PlaceFilter) =>
  `/flags?${new URLSearchParams({ show: 'offline', ...placeQuery(place) })}`;

/** Returns the URL parameters for a company and location. */
export const placeQuery = ({ companyId, locationId }: PlaceFilter) => ({
  ...(companyId !== null && { [COMPANY]: companyId }),
  ...(locationId !== null && { [LOCATION]: locationId }),
});

export const EVERYWHERE: PlaceFilter = { companyId: null, locationId: null };

export const isEverywhere = ({ companyId, locationId }: PlaceFilter) =>
  companyId === null && locationId === null;

/**
 * Returns the company and location from the page's URL, and a function that sets them. Each change
 * adds a history entry, so that Back undoes it.
 */
export function useFlagPlace(): [place: PlaceFilter, setPlace: (next: PlaceFilter) => void] {
  const [params, setParams] = useSearchParams();
  const companyId = params.get(COMPANY) || null;
  const locationId = params.get(LOCATION) || null;
  const place = useMemo(() => ({ companyId, locationId }), [companyId, locationId]);
  const setPlace = useCallback(
    (next: PlaceFilter) =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        for (const name of ['page', COMPANY, LOCATION]) changed.delete(name);
        for (const [name, id] of Object.entries(placeQuery(next))) changed.set(name, id);
        return changed;
      }),
    [setParams],
  );
  return [place, setPlace];
}

/**
 * Returns a function that removes all filters, and optionally the search, from the page's URL. This
 * adds a single history entry.
 */
export function useClearFilters(): (also?: { search: boolean }) => void {
  const [, setParams] = useSearchParams();
  return ({ search } = { search: false }) =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      for (const name of ['page', COMPANY, LOCATION, ...CRITERIA_PARAMS]) changed.delete(name);
      if (search) changed.delete('q');
      return changed;
    });
}

/**
 * The text typed in the company filter and in the location filter; null while the filter's list is
 * closed.
 */
export type TypedPlaces = Readonly<Record<'company' | 'location', string | null>>;

/**
 * Returns the companies and locations that have flags and match the typed text, as options sorted
 * by name.
 */
export function usePlaceOptions({ companyId }: PlaceFilter, typed: TypedPlaces) {
  const companies = useQuery(placesQuery(typed.company, null));
  const locations = useQuery(placesQuery(typed.location, companyId));
  return useMemo(
    () => ({
      companies: (companies.data?.companies ?? []).map(({ id, name }) => ({
        value: id,
        label: name,
      })),
      locations: (locations.data?.locations ?? []).map(({ id, name, company }) => ({
        value: id,
        label: name,
        detail: companyId === null && locations.data?.companies.length ? company : undefined,
      })),
    }),
    [companies.data, locations.data, companyId],
  );
}

const placesQuery = (typed: string | null, company: string | null) => {
  const q = typed ?? '';
  return queryOptions({
    queryKey: [...KEYS.flags, 'places', q, company],
    queryFn: ({ signal }) =>
      call('listFlagPlaces', {
        query: { ...(q !== '' && { q }), ...(company !== null && { company }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: typed !== null,
  });
};

/**
 * Returns the US states that have flags, sorted by name.
 * @param counts the number of flags for each filter
 */
export function stateOptions(counts: Readonly<Record<string, number>>): ComboboxOption[] {
  return Object.keys(counts)
    .filter((key) => key.startsWith('state='))
    .map((key) => key.slice('state='.length))
    .map((code) => ({ value: code, label: stateName(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

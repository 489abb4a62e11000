import {
  CRITERIA_PARAMS,
  type Flag,
  type FlagPlace,
  isInPlace,
  type SessionUser,
  scopeOf,
  stateName,
} from '@halyard/domain';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { ComboboxOption } from '@/components/ui/Combobox.tsx';

/** Parameter names in the page's URL and in the URL of an export. */
const COMPANY = 'company';
const LOCATION = 'location';

/** Returns a link to the flags page with only one location. */
export const flagsOfLocationHref = (id: string) => `/flags?${LOCATION}=${encodeURIComponent(id)}`;
/** Returns a link to the flags page with only one company. */
export const flagsOfCompanyHref = (id: string) => `/flags?${COMPANY}=${encodeURIComponent(id)}`;

/** Returns a link to the flags page with only the offline flags of a company or location. */
export const offlineFlagsHref = (place: FlagPlace) =>
  `/flags?${new URLSearchParams({ show: 'offline', ...placeQuery(place) })}`;

/** Returns the URL query string for exporting a company or location. */
export const placeQuery = ({ companyId, locationId }: FlagPlace) => ({
  ...(companyId !== null && { [COMPANY]: companyId }),
  ...(locationId !== null && { [LOCATION]: locationId }),
});

export const isEverywhere = ({ companyId, locationId }: FlagPlace) =>
  companyId === null && locationId === null;

/**
 * Returns the company and location from the page's URL, and a function that sets them. Each change
 * adds a history entry, so that Back undoes it.
 */
export function useFlagPlace(): [place: FlagPlace, setPlace: (next: FlagPlace) => void] {
  const [params, setParams] = useSearchParams();
  const companyId = params.get(COMPANY) || null;
  const locationId = params.get(LOCATION) || null;
  const place = useMemo(() => ({ companyId, locationId }), [companyId, locationId]);
  const setPlace = useCallback(
    (next: FlagPlace) =>
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
 * Returns a function that removes all filters from the page's URL, and the search if requested, in
 * one history entry.
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

/** Returns the flags of a company or location, or the same array if none is chosen. */
export function useFlagsIn(flags: readonly Flag[], place: FlagPlace): readonly Flag[] {
  return useMemo(
    () => (isEverywhere(place) ? flags : flags.filter((flag) => isInPlace(flag, place))),
    [flags, place],
  );
}

/**
 * Returns the name of the chosen location, for controls that act on its flags; undefined if none is
 * chosen.
 */
export function locationName(flags: readonly Flag[], { locationId }: FlagPlace) {
  if (locationId === null) return undefined;
  return flags.find((flag) => flag.locationId === locationId)?.location;
}

/**
 * Returns the companies and locations that have flags, as options sorted by name. Users who see
 * only one company get no company options.
 */
export function usePlaceOptions(user: SessionUser, flags: readonly Flag[], place: FlagPlace) {
  const seesAll = scopeOf(user, 'flag.read')?.kind === 'all';
  const { companyId } = place;
  return useMemo(() => {
    const companies = new Map<string, ComboboxOption>();
    const locations = new Map<string, ComboboxOption>();
    for (const flag of flags) {
      companies.set(flag.companyId, { value: flag.companyId, label: flag.company });
      if (companyId !== null && flag.companyId !== companyId) continue;
      const detail = seesAll && companyId === null ? flag.company : undefined;
      locations.set(flag.locationId, { value: flag.locationId, label: flag.location, detail });
    }
    return { companies: seesAll ? byName(companies) : [], locations: byName(locations) };
  }, [flags, seesAll, companyId]);
}

/** Returns the states that have flags, sorted by name. */
export function useStateOptions(flags: readonly Flag[]): readonly ComboboxOption[] {
  return useMemo(() => {
    const codes = new Set(flags.map(({ state }) => state));
    return byName(
      new Map([...codes].map((code) => [code, { value: code, label: stateName(code) ?? code }])),
    );
  }, [flags]);
}

const byName = (options: ReadonlyMap<string, ComboboxOption>): ComboboxOption[] =>
  [...options.values()].sort(
    (a, b) =>
      a.label.localeCompare(b.label, 'en', { numeric: true }) ||
      (a.detail ?? '').localeCompare(b.detail ?? '', 'en', { numeric: true }),
  );

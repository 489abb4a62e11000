import { FLAG_PLACES_MAX } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Combobox, type ComboboxOption } from '@/components/ui/Combobox.tsx';
import type { FlagFiltersProps } from './flagFiltersProps.ts';
import { isEverywhere, type TypedPlaces, usePlaceOptions } from './flagPlace.ts';

type PlaceFiltersProps = Pick<
  FlagFiltersProps,
  'summary' | 'seesAll' | 'place' | 'named' | 'onPlace'
>;

/**
 * The width of a filter. On a phone, two filters share a line, unless their labels are too long.
 */
export const PLACE_FILTER_WIDTH =
  'max-md:min-w-[calc(50%-0.25rem)] max-md:max-w-full max-md:grow max-md:px-3';

/**
 * Filters the flags by company and location. Each filter is shown only if it has several options.
 */
export function PlaceFilters({ summary, seesAll, place, named, onPlace }: PlaceFiltersProps) {
  const [typed, setTyped] = useState<TypedPlaces>({ company: null, location: null });
  const { companies, locations } = usePlaceOptions(place, typed);
  const { companyId, locationId } = place;
  const chooseCompany = (next: string | null) => {
    const fits = next === null || named?.location?.companyId === next;
    onPlace({ companyId: next, locationId: fits ? locationId : null });
  };
  return (
    <>
      {seesAll && (summary.companies > 1 || !isEverywhere(place)) && (
        <Combobox
          label={t`Company`}
          options={withChosen(companies, companyId, named?.company?.name)}
          value={companyId}
          onValueChange={chooseCompany}
          onSearch={(company) => setTyped((before) => ({ ...before, company }))}
          isPartial={companies.length === FLAG_PLACES_MAX}
          allLabel={t`All companies`}
          unknownLabel={t`Unknown company`}
          className={PLACE_FILTER_WIDTH}
        />
      )}
      {(summary.locations > 1 || locationId !== null) && (
        <Combobox
          label={t`Location`}
          options={withChosen(locations, locationId, named?.location?.name)}
          value={locationId}
          onValueChange={(next) => onPlace({ companyId, locationId: next })}
          onSearch={(location) => setTyped((before) => ({ ...before, location }))}
          isPartial={locations.length === FLAG_PLACES_MAX}
          allLabel={t`All locations`}
          unknownLabel={t`Unknown location`}
          className={PLACE_FILTER_WIDTH}
        />
      )}
    </>
  );
}

/** Adds the chosen company or location to the options if it is missing. */
function withChosen(
  options: readonly ComboboxOption[],
  id: string | null,
  name: string | undefined,
): readonly ComboboxOption[] {
  if (id === null || name === undefined || options.some(({ value }) => value === id))
    return options;
  return [...options, { value: id, label: name }];
}

import { type Flag, type FlagPlace, isInPlace, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Combobox } from '@/components/ui/Combobox.tsx';
import { usePlaceOptions } from './flagPlace.ts';

interface PlaceFiltersProps {
  user: SessionUser;
  /** All flags that the user sees. */
  flags: readonly Flag[];
  place: FlagPlace;
  onPlace: (next: FlagPlace) => void;
}

/** The width of a filter. On a phone two filters share a line. */
export const PLACE_FILTER_WIDTH =
  'max-md:min-w-0 max-md:max-w-none max-md:grow max-md:basis-[calc(50%-0.25rem)]';

/**
 * Narrows the list to one company and one location. Each filter is shown only if there is a choice.
 */
export function PlaceFilters({ user, flags, place, onPlace }: PlaceFiltersProps) {
  const { companies, locations } = usePlaceOptions(user, flags, place);
  const { companyId, locationId } = place;
  const chooseCompany = (next: string | null) => {
    const fits =
      next === null ||
      flags.some((flag) => isInPlace(flag, { companyId: next, locationId: locationId }));
    onPlace({ companyId: next, locationId: fits ? locationId : null });
  };
  return (
    <>
      {(companies.length > 1 || companyId !== null) && (
        <Combobox
          label={t`Company`}
          options={companies}
          value={companyId}
          onValueChange={chooseCompany}
          allLabel={t`All companies`}
          unknownLabel={t`Unknown company`}
          className={PLACE_FILTER_WIDTH}
        />
      )}
      {(locations.length > 1 || locationId !== null) && (
        <Combobox
          label={t`Location`}
          options={locations}
          value={locationId}
          onValueChange={(next) => onPlace({ companyId, locationId: next })}
          allLabel={t`All locations`}
          unknownLabel={t`Unknown location`}
          className={PLACE_FILTER_WIDTH}
        />
      )}
    </>
  );
}

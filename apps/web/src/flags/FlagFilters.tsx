import {
  FLAG_FILTERS,
  type Flag,
  type FlagFilter,
  type FlagPlace,
  type SessionUser,
} from '@halyard/domain';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { cn } from '@/lib/cn.ts';
import { FILTER_LABELS, useFilterCounts } from './flagFilter.ts';
import { PlaceFilters } from './PlaceFilters.tsx';

interface FlagFiltersProps {
  user: SessionUser;
  /** All flags, of which the filters leave some. */
  flags: readonly Flag[];
  /** Those in the chosen place. */
  placed: readonly Flag[];
  place: FlagPlace;
  onPlace: (next: FlagPlace) => void;
  filter: FlagFilter | null;
  onFilter: (next: FlagFilter | null) => void;
}

/** Narrows the list to a place and to what needs a look; pressed again, that takes the filter away. */
export function FlagFilters({ filter, onFilter, placed, ...places }: FlagFiltersProps) {
  const counts = useFilterCounts(placed);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filters</legend>
      <PlaceFilters {...places} />
      {FLAG_FILTERS.map((each) => {
        const isOn = each === filter;
        if (each === 'not-confirmed' && counts[each] === 0 && !isOn) return null;
        return (
          <Button
            key={each}
            aria-pressed={isOn}
            onClick={() => onFilter(isOn ? null : each)}
            className={cn(
              'rounded-full',
              isOn && 'border-primary bg-accent text-accent-foreground',
            )}
          >
            {FILTER_LABELS[each]}
            <span className="text-muted-foreground tabular-nums">
              {counts[each].toLocaleString('en-US')}
            </span>
            {isOn && <X aria-hidden="true" />}
          </Button>
        );
      })}
    </fieldset>
  );
}

const NONE_TEXTS: Record<FlagFilter, string> = {
  online: 'No flags are online',
  offline: 'No flags are offline',
  alert: 'No voltage alerts',
  'not-confirmed': 'No commands wait to be confirmed',
};

interface NothingFilteredProps {
  filter: FlagFilter | null;
  search: string;
  place: FlagPlace;
  /** The chosen place has no flags, or there is no such place. */
  isEmptyPlace: boolean;
  onClear: () => void;
}

/** Filters that leave nothing, and the way back. */
export function NothingFiltered(props: NothingFilteredProps) {
  const { filter, search, place, isEmptyPlace, onClear } = props;
  const action = <Button onClick={onClear}>Show all flags</Button>;
  if (isEmptyPlace)
    return (
      <EmptyState
        title={place.locationId === null ? 'No flags in this company' : 'No flags at this location'}
        description="It has no flags, or it was deleted."
        action={action}
      />
    );
  const among = [
    filter !== null && `filtered by “${FILTER_LABELS[filter]}”`,
    place.locationId !== null ? 'at this location' : place.companyId !== null && 'in this company',
  ].filter(Boolean);
  const title =
    search === '' && filter !== null ? NONE_TEXTS[filter] : `No results for “${search}”`;
  return (
    <EmptyState
      title={title}
      {...(search !== '' && { description: `Among flags ${among.join(' ')}.` })}
      action={action}
    />
  );
}

import { FLAG_FILTERS, type Flag, type FlagFilter } from '@halyard/domain';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { cn } from '@/lib/cn.ts';
import { FILTER_LABELS, useFilterCounts } from './flagFilter.ts';

interface FlagFiltersProps {
  /** All flags, of which the filters leave some. */
  flags: readonly Flag[];
  filter: FlagFilter | null;
  onFilter: (next: FlagFilter | null) => void;
}

/** Narrows the list to what needs a look; pressed again, it takes the filter away. */
export function FlagFilters({ flags, filter, onFilter }: FlagFiltersProps) {
  const counts = useFilterCounts(flags);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filters</legend>
      {FLAG_FILTERS.map((each) => {
        const isOn = each === filter;
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
  offline: 'No flags are offline',
  alert: 'No voltage alerts',
  'not-confirmed': 'No commands wait to be confirmed',
};

/** A filter that leaves nothing, and the way back. */
export function NothingFiltered({
  filter,
  search,
  onClear,
}: {
  filter: FlagFilter;
  search: string;
  onClear: () => void;
}) {
  return (
    <EmptyState
      title={search === '' ? NONE_TEXTS[filter] : `No results for “${search}”`}
      {...(search !== '' && { description: `Among flags filtered by “${FILTER_LABELS[filter]}”.` })}
      action={<Button onClick={onClear}>Show all flags</Button>}
    />
  );
}

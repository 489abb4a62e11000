import type {
  FilterCounts,
  FlagCriteria,
  FlagPage,
  FleetSummary,
  PlaceFilter,
} from '@halyard/domain';

export interface FlagFiltersProps {
  /** The counts of all flags in the chosen company or location. */
  summary: FleetSummary;
  /** The number of flags that each filter would show. */
  counts: FilterCounts;
  /** Whether the user sees all companies. */
  seesAll: boolean;
  place: PlaceFilter;
  /**
   * The names of the chosen company and location. Null if none is chosen or the user is not allowed
   * to see it.
   */
  named: FlagPage['place'];
  onPlace: (next: PlaceFilter) => void;
  criteria: FlagCriteria;
  onCriteria: (next: FlagCriteria) => void;
  /** Turns off every filter, but keeps the search. */
  onClear: () => void;
}

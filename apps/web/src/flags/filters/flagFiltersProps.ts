import type { Flag, FlagCriteria, FlagPlace, SessionUser } from '@halyard/domain';

export interface FlagFiltersProps {
  user: SessionUser;
  /** All flags, before any filter. */
  flags: readonly Flag[];
  /** The flags of the chosen company or location. */
  placed: readonly Flag[];
  place: FlagPlace;
  onPlace: (next: FlagPlace) => void;
  criteria: FlagCriteria;
  onCriteria: (next: FlagCriteria) => void;
  /** Turns off every filter but keeps the search. */
  onClear: () => void;
}

import {
  criteriaCount,
  type FlagCriteria,
  type FlagFilter,
  type FlagPlace,
  stateName,
} from '@halyard/domain';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { AUTOPILOT_LABELS, FILTER_LABELS, POSITION_FILTER_LABELS } from '../filters/flagFilter.ts';

const NONE_TEXTS: Record<FlagFilter, string> = {
  online: 'No flags are online',
  offline: 'No flags are offline',
  alert: 'No voltage alerts',
  'not-confirmed': 'No unconfirmed commands',
  locked: 'No flags are locked',
};

interface NothingFilteredProps {
  criteria: FlagCriteria;
  search: string;
  place: FlagPlace;
  /** Whether the chosen place has no flags or does not exist. */
  isEmptyPlace: boolean;
  onClear: () => void;
}

/** Says that the filters leave no flags, and offers to remove them. */
export function NothingFiltered(props: NothingFilteredProps) {
  const { criteria, search, place, isEmptyPlace, onClear } = props;
  const action = <Button onClick={onClear}>Show all flags</Button>;
  if (isEmptyPlace)
    return (
      <EmptyState
        title={place.locationId === null ? 'No flags in this company' : 'No flags at this location'}
        description="It has no flags, or it was deleted."
        action={action}
      />
    );
  const names = filterNames(criteria);
  const among = [
    names.length > 0 && `filtered by ${names.map((name) => `“${name}”`).join(', ')}`,
    place.locationId !== null ? 'at this location' : place.companyId !== null && 'in this company',
  ].filter(Boolean);
  const isDescribed = search !== '' || names.length > 1;
  return (
    <EmptyState
      title={titleOf(criteria, search)}
      {...(isDescribed && { description: `Among flags ${among.join(' ')}.` })}
      action={action}
    />
  );
}

function titleOf(criteria: FlagCriteria, search: string): string {
  if (search !== '') return `No results for “${search}”`;
  const [first] = criteria.show;
  const isOnly = criteriaCount(criteria) === 1;
  return isOnly && first !== undefined ? NONE_TEXTS[first] : 'No flags match these filters';
}

function filterNames({ show, state, position, autopilot }: FlagCriteria): string[] {
  return [
    ...(state === null ? [] : [stateName(state) ?? state]),
    ...(position === null ? [] : [`Position: ${POSITION_FILTER_LABELS[position]}`]),
    ...(autopilot === null ? [] : [AUTOPILOT_LABELS[autopilot]]),
    ...show.map((filter) => FILTER_LABELS[filter]),
  ];
}

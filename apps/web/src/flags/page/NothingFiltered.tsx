import {
  commaText,
  criteriaCount,
  type FlagCriteria,
  type FlagFilter,
  type PlaceFilter,
  stateName,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { AUTOPILOT_LABELS, FILTER_LABELS, positionFilterText } from '../filters/flagFilter.ts';

const NONE_TEXTS: Record<FlagFilter, string> = {
  online: t`No flags are online`,
  offline: t`No flags are offline`,
  alert: t`No voltage alerts`,
  'not-confirmed': t`No unconfirmed commands`,
  locked: t`No flags are locked`,
};

interface NothingFilteredProps {
  criteria: FlagCriteria;
  search: string;
  place: PlaceFilter;
  /** Whether the chosen company or location has no flags or does not exist. */
  isEmptyPlace: boolean;
  onClear: () => void;
}

/** Shows that no flags match the filters, with a button that removes the filters. */
export function NothingFiltered(props: NothingFilteredProps) {
  const { criteria, search, place, isEmptyPlace, onClear } = props;
  const action = (
    <Button onClick={onClear}>
      <Trans>Show all flags</Trans>
    </Button>
  );
  if (isEmptyPlace)
    return (
      <EmptyState
        title={
          place.locationId === null ? t`No flags in this company` : t`No flags at this location`
        }
        description={
          place.locationId === null
            ? t`The company has no flags or was deleted.`
            : t`The location has no flags or was deleted.`
        }
        action={action}
      />
    );
  const names = filterNames(criteria);
  const isDescribed = search !== '' || names.length > 1;
  return (
    <EmptyState
      title={titleOf(criteria, search)}
      {...(isDescribed && { description: amongText(names, place) })}
      action={action}
    />
  );
}

/** Describes the active filters: "Filters: “Online”, “Texas”. Only flags at this location." */
function amongText(names: readonly string[], { companyId, locationId }: PlaceFilter): string {
  const isFiltered = names.length > 0;
  const filters = commaText(names.map((name) => t`“${name}”`));
  if (locationId !== null)
    return isFiltered
      ? t`Filters: ${filters}. Only flags at this location.`
      : t`Searched only flags at this location.`;
  if (companyId !== null)
    return isFiltered
      ? t`Filters: ${filters}. Only this company’s flags.`
      : t`Searched only this company’s flags.`;
  return t`Filters: ${filters}.`;
}

function titleOf(criteria: FlagCriteria, search: string): string {
  if (search !== '') return t`No results for “${search}”`;
  const [first] = criteria.show;
  const isOnly = criteriaCount(criteria) === 1;
  return isOnly && first !== undefined ? NONE_TEXTS[first] : t`No flags match these filters`;
}

function filterNames({ show, state, position, autopilot }: FlagCriteria): string[] {
  return [
    ...(state === null ? [] : [stateName(state) ?? state]),
    ...(position === null ? [] : [positionFilterText(position)]),
    ...(autopilot === null ? [] : [AUTOPILOT_LABELS[autopilot]]),
    ...show.map((filter) => FILTER_LABELS[filter]),
  ];
}

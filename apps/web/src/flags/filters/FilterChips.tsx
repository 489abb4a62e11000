import { stateName, toggledFilter } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { X } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { AUTOPILOT_LABELS, FILTER_LABELS, positionFilterText } from './flagFilter.ts';
import type { FlagFiltersProps } from './flagFiltersProps.ts';

type ChipsProps = Pick<FlagFiltersProps, 'place' | 'named' | 'onPlace' | 'criteria' | 'onCriteria'>;

/** A button for each active filter. Pressing it turns the filter off. */
export function FilterChips(props: ChipsProps) {
  return chipsOf(props).map(({ label, remove }) => (
    <Button
      key={label}
      aria-label={t`Remove filter: ${label}`}
      onClick={remove}
      className="max-w-full min-w-0 rounded-full border-primary bg-accent text-accent-foreground"
    >
      <span className="truncate">{label}</span>
      <X aria-hidden="true" />
    </Button>
  ));
}

function chipsOf({ place, named, onPlace, criteria, onCriteria }: ChipsProps) {
  const { companyId, locationId } = place;
  const { show, state, position, autopilot } = criteria;
  const chips: { label: string; remove: () => void }[] = [];
  if (companyId !== null) {
    chips.push({
      label: named?.company?.name ?? t`Unknown company`,
      remove: () => onPlace({ ...place, companyId: null }),
    });
  }
  if (locationId !== null) {
    chips.push({
      label: named?.location?.name ?? t`Unknown location`,
      remove: () => onPlace({ ...place, locationId: null }),
    });
  }
  if (state !== null)
    chips.push({
      label: stateName(state) ?? state,
      remove: () => onCriteria({ ...criteria, state: null }),
    });
  if (position !== null)
    chips.push({
      label: positionFilterText(position),
      remove: () => onCriteria({ ...criteria, position: null }),
    });
  if (autopilot !== null)
    chips.push({
      label: AUTOPILOT_LABELS[autopilot],
      remove: () => onCriteria({ ...criteria, autopilot: null }),
    });
  for (const filter of show)
    chips.push({
      label: FILTER_LABELS[filter],
      remove: () => onCriteria({ ...criteria, show: toggledFilter(show, filter) }),
    });
  return chips;
}

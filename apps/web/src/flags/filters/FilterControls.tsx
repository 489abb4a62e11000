import {
  AUTOPILOT_STATES,
  type FilterCounts,
  FLAG_FILTERS,
  type FlagCriteria,
  numberText,
  POSITION_FILTERS,
  toggledFilter,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { X } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Combobox, type ComboboxOption } from '@/components/ui/Combobox.tsx';
import { cn } from '@/lib/cn.ts';
import { AUTOPILOT_LABELS, FILTER_LABELS, POSITION_FILTER_LABELS } from './flagFilter.ts';
import type { FlagFiltersProps } from './flagFiltersProps.ts';
import { stateOptions } from './flagPlace.ts';
import { PLACE_FILTER_WIDTH, PlaceFilters } from './PlaceFilters.tsx';

/** All filters of the flags page, each with the number of flags that it would show. */
export function FilterControls(props: FlagFiltersProps) {
  const { criteria, onCriteria, counts, summary } = props;
  const states = useMemo(() => stateOptions(summary.counts), [summary.counts]);
  return (
    <>
      <PlaceFilters {...props} />
      {(states.length > 1 || criteria.state !== null) && (
        <Combobox
          label={t`State`}
          options={withCounts(states, 'state', counts)}
          value={criteria.state}
          onValueChange={(state) => onCriteria({ ...criteria, state })}
          allLabel={t`All states`}
          unknownLabel={criteria.state ?? ''}
          className={PLACE_FILTER_WIDTH}
        />
      )}
      <Choice
        name="position"
        label={t`Position`}
        allLabel={t`Any position`}
        values={POSITION_FILTERS}
        labels={POSITION_FILTER_LABELS}
        counts={counts}
        criteria={criteria}
        onCriteria={onCriteria}
      />
      <Choice
        name="autopilot"
        label={t`Autopilot`}
        allLabel={t`Any autopilot status`}
        values={AUTOPILOT_STATES}
        labels={AUTOPILOT_LABELS}
        counts={counts}
        criteria={criteria}
        onCriteria={onCriteria}
      />
      {FLAG_FILTERS.map((filter) => {
        const isOn = criteria.show.includes(filter);
        const count = counts.get(`show=${filter}`) ?? 0;
        if (filter === 'not-confirmed' && count === 0 && !isOn) return null;
        return (
          <Button
            key={filter}
            aria-pressed={isOn}
            onClick={() => onCriteria({ ...criteria, show: toggledFilter(criteria.show, filter) })}
            className={cn(
              'rounded-full',
              isOn && 'border-primary bg-accent text-accent-foreground',
            )}
          >
            {FILTER_LABELS[filter]}
            <span className={cn('tabular-nums', !isOn && 'text-muted-foreground')}>
              {numberText(count)}
            </span>
            {isOn && <X aria-hidden="true" />}
          </Button>
        );
      })}
    </>
  );
}

interface ChoiceProps<Name extends 'position' | 'autopilot'> {
  name: Name;
  label: string;
  allLabel: string;
  values: readonly NonNullable<FlagCriteria[Name]>[];
  labels: Record<NonNullable<FlagCriteria[Name]>, string>;
  counts: FilterCounts;
  criteria: FlagCriteria;
  onCriteria: (next: FlagCriteria) => void;
}

/** A filter that allows at most one value. */
function Choice<Name extends 'position' | 'autopilot'>(props: ChoiceProps<Name>) {
  const { name, label, allLabel, values, labels, counts, criteria, onCriteria } = props;
  const options = values.map((value) => ({ value, label: labels[value] }));
  return (
    <Combobox
      label={label}
      options={withCounts(options, name, counts)}
      value={criteria[name]}
      onValueChange={(next) =>
        onCriteria({ ...criteria, [name]: values.find((value) => value === next) ?? null })
      }
      allLabel={allLabel}
      unknownLabel={allLabel}
      className={PLACE_FILTER_WIDTH}
    />
  );
}

const withCounts = (
  options: readonly ComboboxOption[],
  name: string,
  counts: FilterCounts,
): ComboboxOption[] =>
  options.map((option) => {
    const count = counts.get(`${name}=${option.value}`) ?? 0;
    return { ...option, detail: plural(count, { one: '# flag', other: '# flags' }) };
  });

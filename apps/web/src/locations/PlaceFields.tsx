import {
  DAILY_RULE_LABELS,
  DAILY_RULES,
  type DailyRule,
  placeOf,
  spansZones,
  US_TIME_ZONES,
} from '@halyard/domain';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Select } from '@/components/ui/select.tsx';

interface PlaceInput {
  state: string;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  timeZone?: string | null | undefined;
  dailyRule?: DailyRule | undefined;
}

/** Stands for "by the state": a select knows no null. */
const BY_STATE = 'by-state';
const RULES = DAILY_RULES.map((value) => ({ value, label: DAILY_RULE_LABELS[value] }));
const zoneLabel = (zone: string) => zone.replaceAll('_', ' ');

/** What holds at the location day by day, and where its sun and clock come from. */
export function PlaceFields() {
  const form = useFormContext<PlaceInput>();
  const state = useWatch({ control: form.control, name: 'state' });
  const timeZone = useWatch({ control: form.control, name: 'timeZone' }) ?? null;
  const byState = placeOf({ state, latitude: null, longitude: null, timeZone: null });
  const others = timeZone === null || US_TIME_ZONES.includes(timeZone) ? [] : [timeZone];
  const zones = [
    {
      value: BY_STATE,
      label: state ? `As its state: ${zoneLabel(byState.timeZone)}` : 'As its state',
    },
    ...[...US_TIME_ZONES, ...others].map((zone) => ({ value: zone, label: zoneLabel(zone) })),
  ];
  return (
    <fieldset className="grid grid-cols-1 gap-4 border-t border-border pt-4">
      <legend className="float-left w-full text-[0.8125rem] font-medium">
        Flags by sun and clock
      </legend>
      <FormField
        form={form}
        name="dailyRule"
        label="Daily rule"
        hint="Moves the flags of this location every day, while autopilot is on. Orders to half-staff come first."
      >
        {({ onChange, value, ...control }) => (
          <Select {...control} value={value ?? 'none'} options={RULES} onValueChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name="timeZone"
        label="Time zone"
        hint={
          timeZone === null && spansZones(state)
            ? 'This state spans time zones: check that this one is right.'
            : undefined
        }
      >
        {({ onChange, value, ...control }) => (
          <Select
            {...control}
            value={value ?? BY_STATE}
            options={zones}
            onValueChange={(next) => onChange(next === BY_STATE ? null : next)}
          />
        )}
      </FormField>
      <div className="grid grid-cols-2 items-start gap-4">
        <Degrees name="latitude" label="Latitude" byState={byState.latitude} />
        <Degrees name="longitude" label="Longitude" byState={byState.longitude} />
      </div>
    </fieldset>
  );
}

interface DegreesProps {
  name: 'latitude' | 'longitude';
  label: string;
  /** What holds while the field is empty. */
  byState: number;
}

function Degrees({ name, label, byState }: DegreesProps) {
  const form = useFormContext<PlaceInput>();
  const state = useWatch({ control: form.control, name: 'state' });
  return (
    <FormField form={form} name={name} label={label}>
      {({ value, onChange, ...control }) => (
        <Input
          {...control}
          type="number"
          step="any"
          inputMode="decimal"
          className="tabular-nums"
          placeholder={state ? `${byState} (state)` : ''}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : +event.target.value)}
        />
      )}
    </FormField>
  );
}

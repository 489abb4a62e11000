import {
  DAILY_RULE_LABELS,
  DAILY_RULES,
  type DailyRule,
  spansZones,
  US_TIME_ZONES,
  zipDigits,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useFormPlace } from './useFormPlace.ts';

interface PlaceInput {
  state: string;
  zip: string;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  timeZone?: string | null | undefined;
  dailyRule?: DailyRule | undefined;
}

/**
 * The option value for "the time zone of the ZIP code or state". The value of an option cannot be
 * null.
 */
const DEFAULT_ZONE = 'default';
const RULES = DAILY_RULES.map((value) => ({ value, label: DAILY_RULE_LABELS[value] }));
const zoneLabel = (zone: string) => zone.replaceAll('_', ' ');

/**
 * Returns the label of the option for the default time zone.
 * @param zone null until a state is chosen
 */
function defaultLabel(source: 'zip' | 'state', zone: string | null): string {
  if (zone === null)
    return source === 'zip' ? t`Use the ZIP code’s time zone` : t`Use the state’s time zone`;
  return source === 'zip' ? t`${zone} (from the ZIP code)` : t`${zone} (from the state)`;
}

/** The form fields for a location's daily rule, time zone and coordinates. */
export function PlaceFields() {
  const form = useFormContext<PlaceInput>();
  const [state, zip, timeZone = null, latitude = null, longitude = null] = useWatch({
    control: form.control,
    name: ['state', 'zip', 'timeZone', 'latitude', 'longitude'],
  });
  const { place, source, warning } = useFormPlace(state, zip);
  const isSet = latitude !== null && longitude !== null;
  const others = timeZone === null || US_TIME_ZONES.includes(timeZone) ? [] : [timeZone];
  const zones = [
    {
      value: DEFAULT_ZONE,
      label: defaultLabel(source, state ? zoneLabel(place.timeZone) : null),
    },
    ...[...US_TIME_ZONES, ...others].map((zone) => ({ value: zone, label: zoneLabel(zone) })),
  ];
  const shown = (degrees: number) => {
    if (!state) return '';
    return source === 'zip' ? t`${degrees} (from the ZIP code)` : t`${degrees} (from the state)`;
  };
  return (
    <fieldset className="grid grid-cols-1 gap-4 border-t border-border pt-4">
      <legend className="float-left w-full text-[0.8125rem] font-medium">
        <Trans>Sunrise, sunset and time zone</Trans>
      </legend>
      <FormField
        form={form}
        name="dailyRule"
        label={t`Daily rule`}
        hint={t`Moves this location’s flags every day while autopilot is on. Half-staff orders take precedence.`}
      >
        {({ onChange, value, ...control }) => (
          <Select {...control} value={value ?? 'none'} options={RULES} onValueChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name="timeZone"
        label={t`Time zone`}
        hint={
          timeZone === null && source === 'state' && spansZones(state)
            ? t`This state has several time zones. Make sure that the right one is selected.`
            : undefined
        }
      >
        {({ onChange, value, ...control }) => (
          <Select
            {...control}
            value={value ?? DEFAULT_ZONE}
            options={zones}
            onValueChange={(next) => onChange(next === DEFAULT_ZONE ? null : next)}
          />
        )}
      </FormField>
      <div className="grid grid-cols-2 items-start gap-4">
        <Degrees name="latitude" label={t`Latitude`} placeholder={shown(place.latitude)} />
        <Degrees name="longitude" label={t`Longitude`} placeholder={shown(place.longitude)} />
      </div>
      <div role="status" className="text-xs text-muted-foreground empty:hidden">
        {!isSet && warning && (
          <Status tone="warn" className="whitespace-normal">
            {warning}
          </Status>
        )}
        {!isSet &&
          source === 'zip' &&
          t`From ZIP code ${{ zip: zipDigits(zip) ?? zip }}: ${{ latitude: place.latitude }}, ${{ longitude: place.longitude }}, ${{ timeZone: zoneLabel(place.timeZone) }}`}
      </div>
    </fieldset>
  );
}

interface DegreesProps {
  name: 'latitude' | 'longitude';
  label: string;
  /** The value to use if the field is empty, shown as a placeholder. */
  placeholder: string;
}

function Degrees({ name, label, placeholder }: DegreesProps) {
  const form = useFormContext<PlaceInput>();
  return (
    <FormField form={form} name={name} label={label}>
      {({ value, onChange, ...control }) => (
        <Input
          {...control}
          type="number"
          step="any"
          inputMode="decimal"
          className="tabular-nums"
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : +event.target.value)}
        />
      )}
    </FormField>
  );
}

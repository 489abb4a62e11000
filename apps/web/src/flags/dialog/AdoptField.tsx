import { type Adoptable, commaText, flagCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { configQuery } from '@/lib/api/query.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { adoptableQuery } from '../dialogQueries.ts';
import { lastSeenText } from '../texts/lastSeen.ts';
import type { FlagFormState } from './flagFormSchema.ts';

/** How long to wait after the user stops typing before looking up the flag ID, in milliseconds. */
const PAUSE_MS = 400;
/** The option value for not adopting a device. Not '', because option values must not be empty. */
const NEW_POLE = '-';
const NONE: readonly Adoptable[] = [];

/**
 * Lets the user adopt a device that already reports under the flag ID. This is possible only with a
 * Firebase project.
 */
export function AdoptField({ form }: { form: FlagFormState }) {
  const { data: config } = useQuery(configQuery());
  const flagId = usePaused(useWatch({ control: form.control, name: 'flagId' }).trim());
  const isAsked =
    config?.realtime.mode === 'firebase' && flagCreate.shape.flagId.safeParse(flagId).success;
  const { data: found = NONE } = useQuery({ ...adoptableQuery(flagId), enabled: isAsked });
  const { getValues, setValue } = form;
  // The device was chosen for another flag ID, or has disappeared in the meantime.
  useEffect(() => {
    const chosen = getValues('adoptOwnerId');
    if (!found.some(({ ownerId }) => ownerId === chosen)) setValue('adoptOwnerId', undefined);
  }, [found, getValues, setValue]);

  if (!isAsked || found.length === 0) return null;
  const options = [
    { value: NEW_POLE, label: t`New pole (don’t adopt a device)` },
    ...found.map((device) => ({ value: device.ownerId, label: describe(device) })),
  ];
  return (
    <FormField
      form={form}
      name="adoptOwnerId"
      label={t`Already reporting`}
      hint={t`Make sure this device belongs to this flag. The device’s path in the realtime database doesn’t change, and you’ll control the device from here.`}
    >
      {({ onChange, ref, value, ...control }) => (
        <Select
          {...control}
          ref={ref}
          value={value ?? NEW_POLE}
          options={options}
          onValueChange={(next) => onChange(next === NEW_POLE ? undefined : next)}
        />
      )}
    </FormField>
  );
}

function describe({ ownerId, deviceName, lastSeen, voltage }: Adoptable): string {
  const said = commaText([
    lastSeenText(lastSeen, serverNow()),
    ...(voltage === null ? [] : [`${voltage.toFixed(1)} V`]),
    ...(deviceName === null ? [] : [deviceName]),
  ]);
  return t`Adopt the device under ${ownerId} (${said})`;
}

/**
 * Returns the value once it has not changed for PAUSE_MS; until then, returns the previous value.
 */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

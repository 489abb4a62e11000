import {
  clockText,
  dateInZone,
  type Flag,
  type HoldExpiry,
  momentInZone,
  type PoleHalfStaff,
  REASON_REQUIRED,
  required,
  TIME_REQUIRED,
  timeInZone,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/Button.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useHoldPole } from './holdActions.ts';

const HOUR_MS = 3_600_000;
const HOURS = [
  { value: '1', label: t`For an hour` },
  { value: '4', label: t`For 4 hours` },
  { value: '24', label: t`For a day` },
  { value: '168', label: t`For a week` },
];
const SUNRISE = 'sunrise';
const WITH_SOURCE = 'source';
const AT = 'at';
/**
 * Labels for a hold that lasts as long as the exception, order or half-staff day in effect at the
 * pole.
 */
const SOURCES = {
  exception: t`Until the exception ends`,
  order: t`Until the order ends`,
  'annual-day': t`Until the day ends`,
} as const;

const schema = z
  .object({
    reason: required(REASON_REQUIRED, 500),
    lasts: z.string(),
    /** The time when the hold ends, in the pole's time zone: "2026-12-07T16:00". */
    until: z.string(),
  })
  .refine(({ lasts, until }) => lasts !== AT || until !== '', {
    error: TIME_REQUIRED,
    path: ['until'],
  });

interface HoldFormProps {
  flag: Flag;
  status: PoleHalfStaff;
  onClose: () => void;
}

/** The form for a hold: why and for how long autopilot should not move the pole. */
export function HoldForm({ flag, status, onClose }: HoldFormProps) {
  const { should, now, timeZone, sunrise } = status;
  const { kind } = should.source;
  const ending = kind in SOURCES ? SOURCES[kind as keyof typeof SOURCES] : null;
  const hold = useHoldPole(onClose);
  const form = useZodForm(schema, {
    reason: '',
    lasts: ending ? SUNRISE : '4',
    until: localTime(now + 4 * HOUR_MS, timeZone),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  const lasts = useWatch({ control: form.control, name: 'lasts' });
  const submit = form.handleSubmit(({ reason, lasts, until }) => {
    const expires = expiryOf(lasts, until, status);
    hold.mutate({ flag, body: { reason, expires } });
  });
  const options = [
    { value: SUNRISE, label: t`Until sunrise, ${{ time: clockText(sunrise, now, timeZone) }}` },
    ...(ending ? [{ value: WITH_SOURCE, label: ending }] : []),
    ...HOURS,
    { value: AT, label: t`Until a specific time` },
  ];
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <Edited when={form.formState.isDirty} />
      <FormField form={form} name="reason" label={t`Reason for the hold`} required>
        {(control) => <Input {...control} autoComplete="off" maxLength={500} />}
      </FormField>
      <FormField form={form} name="lasts" label={t`Hold`}>
        {({ onChange, ...control }) => (
          <Select {...control} options={options} onValueChange={onChange} />
        )}
      </FormField>
      {lasts === AT && (
        <FormField
          form={form}
          name="until"
          label={t`Until (${{ zone: zoneOf(now, timeZone) }})`}
          required
        >
          {(control) => <Input {...control} type="datetime-local" className="tabular-nums" />}
        </FormField>
      )}
      <FormProblem text={problemText(hold.error)} />
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" type="submit" pending={hold.isPending}>
          <Trans context="verb">Hold</Trans>
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns when the hold ends. A hold until sunrise ends earlier if the order or half-staff day in
 * effect ends before sunrise.
 */
function expiryOf(
  lasts: string,
  until: string,
  { should: { source }, now, sunrise, timeZone }: PoleHalfStaff,
): HoldExpiry {
  const isOfSource = source.kind in SOURCES;
  switch (lasts) {
    case SUNRISE:
      return isOfSource
        ? { kind: 'source-ends', sourceKey: source.key, at: sunrise }
        : { kind: 'at', at: sunrise };
    case WITH_SOURCE:
      return { kind: 'source-ends', sourceKey: source.key };
    case AT: {
      const [date = '', time = ''] = until.split('T');
      return { kind: 'at', at: momentInZone(timeZone, date, time) };
    }
    default:
      return { kind: 'at', at: now + Number(lasts) * HOUR_MS };
  }
}

const localTime = (at: number, timeZone: string) =>
  `${dateInZone(timeZone, at)}T${timeInZone(timeZone, at)}`;

/** Returns the abbreviation of the time zone: "EST". */
const zoneOf = (at: number, timeZone: string) =>
  clockText(at, at, timeZone).split(' ').at(-1) ?? '';

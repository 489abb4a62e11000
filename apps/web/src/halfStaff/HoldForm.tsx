import { type Flag, type HoldExpiry, type PoleHalfStaff, required } from '@halyard/domain';
import { useEffect } from 'react';
import { z } from 'zod';
import { Button } from '@/components/ui/button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { FormProblem } from '@/components/ui/form-problem.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Select } from '@/components/ui/select.tsx';
import { problemText } from '@/lib/api.ts';
import { useHoldPole } from './useHalfStaff.ts';

const HOUR_MS = 3_600_000;
const LASTING = [
  { value: '1', label: 'For an hour' },
  { value: '4', label: 'For 4 hours' },
  { value: '24', label: 'For a day' },
  { value: '168', label: 'For a week' },
];
const WITH_SOURCE = 'source';
const schema = z.object({ reason: required('Reason is required', 500), lasts: z.string() });

interface HoldFormProps {
  flag: Flag;
  status: PoleHalfStaff;
  onClose: () => void;
}

/** Asks why, and for how long autopilot shall leave the pole alone. */
export function HoldForm({ flag, status, onClose }: HoldFormProps) {
  const { source } = status.should;
  const ends = ['exception', 'order', 'annual-day'].includes(source.kind);
  const hold = useHoldPole(onClose);
  const form = useZodForm(schema, { reason: '', lasts: ends ? WITH_SOURCE : '4' });
  const { setFocus } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  const submit = form.handleSubmit(({ reason, lasts }) => {
    const expires: HoldExpiry =
      lasts === WITH_SOURCE
        ? { kind: 'source-ends', sourceKey: source.key }
        : { kind: 'at', at: status.now + Number(lasts) * HOUR_MS };
    hold.mutate({ flag, body: { reason, expires } });
  });
  const options = ends
    ? [{ value: WITH_SOURCE, label: 'Until the order or day ends' }, ...LASTING]
    : LASTING;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <FormField form={form} name="reason" label="Reason for the hold" required>
        {(control) => <Input {...control} autoComplete="off" maxLength={500} />}
      </FormField>
      <FormField form={form} name="lasts" label="Hold">
        {({ onChange, ...control }) => (
          <Select {...control} options={options} onValueChange={onChange} />
        )}
      </FormField>
      <FormProblem text={problemText(hold.error)} />
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button onClick={onClose}>Not now</Button>
        <Button variant="primary" type="submit" pending={hold.isPending}>
          Hold
        </Button>
      </div>
    </form>
  );
}

import { clockText, REASON_REQUIRED, required } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { problemText } from '@/lib/api/api.ts';
import { poleQuery } from '../data/halfStaffQueries.ts';
import { useHoldPole } from '../polePanel/holdActions.ts';

const HOUR_MS = 3_600_000;
const SUNSET = 'sunset';
const LASTING = [
  { value: '4', label: t`For 4 hours` },
  { value: '24', label: t`For a day` },
  { value: '72', label: t`For 3 days` },
  { value: '168', label: t`For a week` },
];
const schema = z.object({ reason: required(REASON_REQUIRED, 500), lasts: z.string() });

interface ReasonDialogProps {
  flag: { id: string; name: string };
  onClose: () => void;
  onSaved?: () => void;
}

/**
 * Asks the user why a flag is at half-staff even though nothing requires it, and how long it will
 * stay there. The flag causes no alert during that time.
 */
export function ReasonDialog({ flag, onClose, onSaved }: ReasonDialogProps) {
  const { data } = useQuery(poleQuery(flag.id));
  const hold = useHoldPole(() => {
    onSaved?.();
    onClose();
  });
  const form = useZodForm(schema, { reason: '', lasts: SUNSET });
  const sunset = data
    ? t`Until sunset, ${{ time: clockText(data.nextSunset, data.now, data.timeZone) }}`
    : t`Until sunset`;
  const submit = form.handleSubmit(({ reason, lasts }) => {
    if (!data) return;
    const at = lasts === SUNSET ? data.nextSunset : data.now + Number(lasts) * HOUR_MS;
    hold.mutate({ flag, body: { reason, expires: { kind: 'at', at } } });
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t`Enter a reason and end time`}
      description={t`${{ flag: flag.name }} is at half-staff with nothing in effect. Give a reason and an end time to prevent an alert.`}
    >
      <form noValidate className="grid gap-3 px-5 py-4" onSubmit={(event) => void submit(event)}>
        <Edited when={form.formState.isDirty} />
        <FormField form={form} name="reason" label={t`Reason`} required>
          {(control) => <Input {...control} autoComplete="off" maxLength={500} />}
        </FormField>
        <FormField form={form} name="lasts" label={t`Until`}>
          {({ onChange, ...control }) => (
            <Select
              {...control}
              options={[{ value: SUNSET, label: sunset }, ...LASTING]}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormProblem text={problemText(hold.error)} />
        <div className="flex justify-end gap-2 max-md:*:flex-1">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" disabled={!data} pending={hold.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

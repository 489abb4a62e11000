import {
  ALERT_LABELS,
  ALERT_ROLES,
  type AlertCondition,
  type CompanyAlerts,
  clockText,
  ROLE_LABELS,
} from '@halyard/domain';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/input.tsx';
import { Status } from '@/components/ui/status.tsx';
import { Switch } from '@/components/ui/switch.tsx';
import { counted } from '@/lib/count.ts';
import { settingsValues, toValues } from './settingsValues.ts';
import { useSaveAlertSettings, useSendTestAlert } from './useAlerts.ts';

const NUMBER = { inputMode: 'decimal', autoComplete: 'off', className: 'tabular-nums' } as const;
const ROLE_HINTS = {
  company_user: 'all poles',
  location_user: 'their own location’s poles',
  employee: 'all poles',
};

type Form = ReturnType<typeof useSettingsForm>;

function useSettingsForm(companyId: string, known: CompanyAlerts) {
  return useZodForm(settingsValues, toValues(known.settings), `alerts ${companyId}`);
}

/** What a company is told of, when, and who. */
export function AlertSettingsForm({
  companyId,
  known,
}: {
  companyId: string;
  known: CompanyAlerts;
}) {
  const form = useSettingsForm(companyId, known);
  const save = useSaveAlertSettings(companyId);
  const test = useSendTestAlert(companyId);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, { onSuccess: ({ settings }) => form.reset(toValues(settings)) }),
  );
  return (
    <Card className="p-4">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
        <Reach known={known} />
        <div className="grid gap-6 lg:grid-cols-2">
          <Conditions form={form} />
          <div className="grid content-start gap-6">
            <Recipients form={form} />
            <Quiet form={form} />
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={save.isPending}>
            Save Changes
          </Button>
          <Button
            pending={test.isPending}
            disabled={!known.hasMailServer || known.recipients === 0 || form.formState.isDirty}
            onClick={() => test.mutate()}
          >
            Send a test mail
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Whether anybody is told at all. */
function Reach({ known }: { known: CompanyAlerts }) {
  const { hasMailServer, recipients, isDefault, delayedUntil } = known;
  if (!hasMailServer)
    return <Status tone="warn">No mail server is configured: alerts are shown here alone</Status>;
  if (recipients === 0) return <Status tone="warn">Nobody is told: choose a recipient</Status>;
  if (delayedUntil !== null)
    return (
      <Status tone="warn">
        Daily mail limit reached. New alerts will be mailed after{' '}
        {clockText(delayedUntil, Date.now())}.
      </Status>
    );
  return (
    <p className="text-muted-foreground tabular-nums">
      {counted(recipients, 'recipient')}
      {isDefault && '. Nobody has changed anything yet: these are the defaults'}.
    </p>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid content-start gap-4">
      <legend className="pb-3 text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

function Conditions({ form }: { form: Form }) {
  return (
    <Group title="Tell of">
      <Condition form={form} name="offline">
        <FormField form={form} name="offlineMinutes" label="Minutes without a sign of life">
          {(control) => <Input {...control} {...NUMBER} />}
        </FormField>
      </Condition>
      <Condition form={form} name="voltage">
        <div className="grid grid-cols-2 gap-3">
          <FormField form={form} name="voltageBelow" label="Below (V)">
            {(control) => <Input {...control} {...NUMBER} />}
          </FormField>
          <FormField form={form} name="voltageAbove" label="Above (V)">
            {(control) => <Input {...control} {...NUMBER} />}
          </FormField>
        </div>
      </Condition>
      <Condition form={form} name="movement-failed" />
      <Condition form={form} name="wrong-position" />
      <Condition form={form} name="not-confirmed" />
    </Group>
  );
}

interface ConditionProps {
  form: Form;
  name: AlertCondition;
  /** Its thresholds, which count while it is on. */
  children?: ReactNode;
}

function Condition({ form, name, children }: ConditionProps) {
  const isOn = useWatch({ control: form.control, name: `on.${name}` });
  return (
    <div className="grid gap-3">
      <OnOff form={form} name={`on.${name}`} label={ALERT_LABELS[name]} />
      {isOn && children && <div className="border-l-2 border-border pl-4">{children}</div>}
    </div>
  );
}

function OnOff({
  form,
  name,
  label,
}: {
  form: Form;
  name: `on.${AlertCondition}` | 'isQuiet';
  label: string;
}) {
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      className="grid-cols-[1fr_auto] items-center gap-x-4"
    >
      {({ value, onChange, ...control }) => (
        <Switch {...control} checked={value} onCheckedChange={onChange} />
      )}
    </FormField>
  );
}

function Recipients({ form }: { form: Form }) {
  const roles = useWatch({ control: form.control, name: 'roles' });
  const id = useId();
  const toggle = (role: (typeof ALERT_ROLES)[number]) =>
    form.setValue(
      'roles',
      ALERT_ROLES.filter((each) => roles.includes(each) !== (each === role)),
      { shouldDirty: true },
    );
  return (
    <Group title="Recipients">
      <div className="grid">
        {ALERT_ROLES.map((role) => (
          <label
            key={role}
            htmlFor={`${id}-${role}`}
            className="flex min-h-11 items-center gap-2.5 md:min-h-8"
          >
            <input
              id={`${id}-${role}`}
              type="checkbox"
              className="size-4 accent-primary"
              checked={roles.includes(role)}
              onChange={() => toggle(role)}
            />
            {ROLE_LABELS[role]}s
            <span className="text-xs text-muted-foreground">{ROLE_HINTS[role]}</span>
          </label>
        ))}
      </div>
      <FormField form={form} name="addresses" label="Addresses" hint="One on each line, up to 20.">
        {(control) => <Textarea {...control} spellCheck={false} autoComplete="off" />}
      </FormField>
    </Group>
  );
}

function Quiet({ form }: { form: Form }) {
  const isQuiet = useWatch({ control: form.control, name: 'isQuiet' });
  return (
    <Group title="Quiet hours">
      <OnOff form={form} name="isQuiet" label="No mail at certain hours" />
      {isQuiet && (
        <div className="grid gap-1.5 border-l-2 border-border pl-4">
          <div className="grid grid-cols-2 gap-3">
            <FormField form={form} name="quietFrom" label="From">
              {(control) => <Input {...control} type="time" />}
            </FormField>
            <FormField form={form} name="quietUntil" label="Until">
              {(control) => <Input {...control} type="time" />}
            </FormField>
          </div>
          <p className="text-xs text-muted-foreground">
            By the clock at the pole. What is still wrong when they end is told then.
          </p>
        </div>
      )}
    </Group>
  );
}

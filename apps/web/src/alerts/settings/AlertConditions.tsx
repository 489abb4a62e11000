import { ALERT_LABELS, type AlertCondition } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { AlertSwitch } from './AlertSwitch.tsx';
import type { SettingsForm } from './settingsValues.ts';

const NUMBER = { inputMode: 'decimal', autoComplete: 'off', className: 'tabular-nums' } as const;

/** Lets the user choose what triggers a notification. */
export function AlertConditions({ form }: { form: SettingsForm }) {
  return (
    <>
      <Condition form={form} name="offline">
        <FormField form={form} name="offlineMinutes" label={t`Offline for (minutes)`}>
          {(control) => <Input {...control} {...NUMBER} />}
        </FormField>
      </Condition>
      <Condition form={form} name="voltage">
        <div className="grid grid-cols-2 gap-3">
          <FormField form={form} name="voltageBelow" label={t`Below (V)`}>
            {(control) => <Input {...control} {...NUMBER} />}
          </FormField>
          <FormField form={form} name="voltageAbove" label={t`Above (V)`}>
            {(control) => <Input {...control} {...NUMBER} />}
          </FormField>
        </div>
      </Condition>
      <Condition form={form} name="movement-failed" />
      <Condition form={form} name="wrong-position" />
      <Condition form={form} name="not-confirmed" />
    </>
  );
}

interface ConditionProps {
  form: SettingsForm;
  name: AlertCondition;
  /**
   * The inputs for the thresholds of one alert condition, shown while alerts for the condition are
   * on.
   */
  children?: ReactNode;
}

function Condition({ form, name, children }: ConditionProps) {
  const isOn = useWatch({ control: form.control, name: `on.${name}` });
  return (
    <div className="grid gap-3">
      <AlertSwitch form={form} name={`on.${name}`} label={ALERT_LABELS[name]} />
      {isOn && children && <div className="border-l-2 border-border pl-4">{children}</div>}
    </div>
  );
}

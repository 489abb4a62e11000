import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { AlertSwitch } from './AlertSwitch.tsx';
import type { SettingsForm } from './settingsValues.ts';

/** Chooses when no emails are sent. */
export function QuietHours({ form }: { form: SettingsForm }) {
  const isQuiet = useWatch({ control: form.control, name: 'isQuiet' });
  return (
    <>
      <AlertSwitch form={form} name="isQuiet" label={t`No emails during quiet hours`} />
      {isQuiet && (
        <div className="grid gap-1.5 border-l-2 border-border pl-4">
          <div className="grid grid-cols-2 gap-3">
            <FormField form={form} name="quietFrom" label={t`From`}>
              {(control) => <Input {...control} type="time" />}
            </FormField>
            <FormField form={form} name="quietUntil" label={t`Until`}>
              {(control) => <Input {...control} type="time" />}
            </FormField>
          </div>
          <p className="text-xs text-muted-foreground">
            <Trans>In each pole’s local time. Open alerts are emailed when quiet hours end.</Trans>
          </p>
        </div>
      )}
    </>
  );
}

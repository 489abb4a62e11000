import type { AlertCondition } from '@halyard/domain';
import { FormField } from '@/components/ui/form.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import type { SettingsForm } from './settingsValues.ts';

/** A labeled switch in the alert settings. */
export function AlertSwitch({
  form,
  name,
  label,
}: {
  form: SettingsForm;
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

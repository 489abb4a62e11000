import type { Registration } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useFormContext } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';

/** A field for the setup code, inside a form. Users can type the code if the link was cut off. */
export function SetupCodeField() {
  const form = useFormContext<Registration>();
  return (
    <FormField
      form={form}
      name="code"
      label={t`Setup code`}
      required
      hint={t`Part of the one-time link that the server printed at startup.`}
    >
      {(control) => (
        <Input {...control} autoComplete="off" spellCheck={false} className="font-mono" />
      )}
    </FormField>
  );
}

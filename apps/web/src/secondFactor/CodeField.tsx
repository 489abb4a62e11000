import type { SecondFactorCode } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';

interface CodeFieldProps {
  form: UseFormReturn<SecondFactorCode, unknown, SecondFactorCode>;
  /** The hint below the field. */
  hint: string;
}

/** The field for the code that is required to turn two-factor authentication on or off. */
export function CodeField({ form, hint }: CodeFieldProps) {
  return (
    <FormField form={form} name="code" label={t`Code`} required hint={hint}>
      {(control) => (
        <Input
          {...control}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </FormField>
  );
}

import type { SecondFactorProof } from '@halyard/domain';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/input.tsx';

interface ProofFieldsProps {
  form: UseFormReturn<SecondFactorProof, unknown, SecondFactorProof>;
  username: string;
  /** Of the code. */
  hint: string;
}

/** What turning a second factor on or off takes: a code and the password. */
export function ProofFields({ form, username, hint }: ProofFieldsProps) {
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <FormField form={form} name="code" label="Code" required hint={hint}>
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
      <FormField form={form} name="password" label="Password" required>
        {(control) => <Input {...control} type="password" autoComplete="current-password" />}
      </FormField>
    </>
  );
}

import { TOKEN_SCOPES, type TokenScope } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useFormContext } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { LIFETIMES, SCOPE_LABELS } from './words.ts';

interface TokenValues {
  name: string;
  scope: TokenScope;
  expiresInDays: number | null;
}

const SCOPES = TOKEN_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));

/** The form fields for a new token. */
export function TokenFields() {
  const form = useFormContext<TokenValues>();
  return (
    <>
      <FormField form={form} name="name" label={t`Name`} required>
        {(control) => <Input {...control} autoComplete="off" placeholder={t`Lobby display`} />}
      </FormField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField form={form} name="scope" label={t`Access`} required>
          {({ onChange, ...control }) => (
            <Select {...control} options={SCOPES} onValueChange={onChange} />
          )}
        </FormField>
        <FormField form={form} name="expiresInDays" label={t`Valid for`} required>
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              value={value === null ? 'never' : String(value)}
              options={LIFETIMES}
              onValueChange={(next) => onChange(next === 'never' ? null : Number(next))}
            />
          )}
        </FormField>
      </div>
    </>
  );
}

import { type Company, type CompanyProviderState, companyProviderUpdate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useSaveProvider } from './useCompanyProvider.ts';

/**
 * The values of the single sign-on form. All domains are typed into one field, separated by commas
 * or spaces.
 */
const schema = companyProviderUpdate.extend({
  domains: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(companyProviderUpdate.shape.domains),
});

interface ProviderDialogProps {
  company: Company;
  state: CompanyProviderState;
  onClose: () => void;
}

export default function ProviderDialog({ company, state, onClose }: ProviderDialogProps) {
  const { provider, redirectUri } = state;
  const form = useZodForm(schema, {
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    domains: provider?.domains.join(', ') ?? '',
    createsAccounts: provider?.createsAccounts ?? false,
  });
  const save = useSaveProvider(company.id, onClose);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Single sign-on`}
      description={t`Lets users at ${{ company: company.name }} sign in through the company’s OpenID Connect provider.`}
    >
      <FormFrame
        form={form}
        submitLabel={t`Save`}
        pending={save.isPending}
        problem={problemText(save.error)}
        onSubmit={(values) => save.mutate(values)}
        onCancel={onClose}
      >
        <Copyable label={t`Redirect URL to register with the provider`} value={redirectUri} />
        <FormField form={form} name="issuer" label={t`Issuer`} required>
          {(control) => <Input {...control} type="url" placeholder="https://login.example.com" />}
        </FormField>
        <FormField form={form} name="clientId" label={t`Client ID`} required>
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
        </FormField>
        <FormField
          form={form}
          name="clientSecret"
          label={t`Client secret`}
          required={!provider}
          hint={provider ? t`Leave blank to keep the current secret.` : undefined}
        >
          {(control) => <Input {...control} type="password" autoComplete="new-password" />}
        </FormField>
        <FormField
          form={form}
          name="domains"
          label={t`Email domains`}
          required
          hint={t`Only users with an email address in these domains can sign in. Example: example.com, example.org.`}
        >
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
        </FormField>
        <CreatesAccounts
          checked={form.watch('createsAccounts')}
          onChange={(next) => form.setValue('createsAccounts', next, { shouldDirty: true })}
        />
      </FormFrame>
    </Dialog>
  );
}

function CreatesAccounts(props: { checked: boolean; onChange: (next: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <p id="creates-accounts" className="text-muted-foreground">
        <Trans>Anyone who signs in for the first time becomes an employee of this company</Trans>
      </p>
      <Switch
        aria-labelledby="creates-accounts"
        checked={props.checked}
        onCheckedChange={props.onChange}
      />
    </div>
  );
}

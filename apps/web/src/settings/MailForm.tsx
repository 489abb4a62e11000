import {
  isSameMailServer,
  MAIL_ENCRYPTION_LABELS,
  MAIL_ENCRYPTIONS,
  MAIL_PORTS,
  type MailEncryption,
  type SystemSettings,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/Button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { MailTestResult } from './MailTestResult.tsx';
import { mailValues, toMailValues } from './mailValues.ts';
import { fixedHint } from './sources.ts';
import { useFollow } from './useFollow.ts';
import { useSaveMail, useTestMail } from './useSettings.ts';

const PLAIN = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;
const ENCRYPTIONS = MAIL_ENCRYPTIONS.map((value) => ({
  value,
  label: MAIL_ENCRYPTION_LABELS[value],
}));

type Form = ReturnType<typeof useMailForm>;

// The form of the mail settings. It keeps no draft, so that a typed password is not stored
// anywhere.
const useMailForm = (known: SystemSettings['mail']) => useZodForm(mailValues, toMailValues(known));

interface MailFormProps {
  known: SystemSettings['mail'];
  /** The button that removes the mail server; null if there is none to remove. */
  remove: ReactNode;
}

/**
 * The form for the mail server: server, encryption, credentials and sender. A test email uses the
 * typed values.
 */
export function MailForm({ known, remove }: MailFormProps) {
  const form = useMailForm(known);
  useFollow(form, toMailValues(known));
  const save = useSaveMail();
  const test = useTestMail();
  const submit = form.handleSubmit((values) =>
    save.mutate(values, { onSuccess: (saved) => form.reset(toMailValues(saved.mail)) }),
  );
  const sendTest = form.handleSubmit((values) => test.mutate(values));
  const passwordHint = usePasswordHint(form, known);
  const fromHint = fixedHint('mailFrom', known.from.source);
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={test.reset}
      className="grid gap-4"
    >
      <div className="grid items-start gap-4 md:grid-cols-[1fr_7rem_14rem]">
        <FormField form={form} name="host" label={t`Server`} required>
          {(control) => <Input {...control} {...PLAIN} placeholder="smtp.example.com" />}
        </FormField>
        <FormField form={form} name="port" label={t`Port`} required>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="encryption" label={t`Encryption`} required>
          {({ onChange: _, ref: __, ...control }) => (
            <Select
              {...control}
              options={ENCRYPTIONS}
              onValueChange={(next) => {
                chooseEncryption(form, next as MailEncryption);
                test.reset();
              }}
            />
          )}
        </FormField>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <FormField
          form={form}
          name="user"
          label={t`User`}
          hint={t`Leave empty if the server doesn’t need a username`}
        >
          {(control) => <Input {...control} {...PLAIN} />}
        </FormField>
        <FormField form={form} name="password" label={t`Password`} hint={passwordHint}>
          {(control) => <Input {...control} type="password" autoComplete="new-password" />}
        </FormField>
      </div>
      <FormField form={form} name="from" label={t`Sender`} required hint={fromHint}>
        {(control) => (
          <Input
            {...control}
            {...PLAIN}
            readOnly={fromHint !== undefined}
            placeholder={t`Flags <flags@example.com>`}
          />
        )}
      </FormField>
      <div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={save.isPending}>
            <Trans>Save changes</Trans>
          </Button>
          <Button pending={test.isPending} onClick={() => void sendTest()}>
            <Trans>Send test email</Trans>
          </Button>
          {remove}
        </div>
        <MailTestResult test={test} />
      </div>
    </form>
  );
}

/**
 * Changes the encryption. Also changes the port to the usual one, unless the user entered a
 * different port.
 */
function chooseEncryption(form: Form, next: MailEncryption): void {
  const { encryption, port } = form.getValues();
  if (port === String(MAIL_PORTS[encryption]))
    form.setValue('port', String(MAIL_PORTS[next]), { shouldDirty: true });
  form.setValue('encryption', next, { shouldDirty: true });
}

function usePasswordHint(form: Form, { server, password }: SystemSettings['mail']) {
  const typed = useWatch({ control: form.control });
  if (password === 'none' || server.value === null) return undefined;
  const now = {
    host: typed.host?.trim() ?? '',
    port: Number(typed.port),
    encryption: typed.encryption ?? 'tls',
    user: typed.user?.trim() || null,
  };
  if (now.user === null) return t`The stored password is removed when you save.`;
  return isSameMailServer(now, server.value)
    ? t`Leave empty to keep the stored password.`
    : t`Enter the password again: the server, port, encryption or user changed.`;
}

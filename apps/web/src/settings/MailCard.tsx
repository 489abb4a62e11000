import { MAIL_ENCRYPTION_LABELS, type SystemSettings } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { MailForm } from './MailForm.tsx';
import { MailTestResult } from './MailTestResult.tsx';
import { LabeledValues, SettingsCard } from './SettingsCard.tsx';
import { fixedHint } from './sources.ts';
import { useRemoveMail, useTestMail } from './useSettings.ts';

type Known = SystemSettings['mail'];

/** Shows the mail server's settings, read-only if the environment sets them. */
export function MailCard({ known }: { known: Known }) {
  const { value: server, source } = known.server;
  return (
    <SettingsCard title={t`Mail`} note={fixedHint('mailServer', source) ?? null}>
      {server === null && (
        <Status tone="warn" className="whitespace-normal">
          {known.isShown
            ? t`No mail server: the demo shows its emails at /dev/mail`
            : t`No mail server: no invitations, alerts or passwords are emailed`}
        </Status>
      )}
      {known.password === 'unreadable' && (
        <Status tone="bad" className="whitespace-normal">
          <Trans>
            The stored password can’t be read with this server’s key. Enter the password again.
          </Trans>
        </Status>
      )}
      {source === 'environment' ? (
        <GivenMail known={known} />
      ) : (
        <MailForm
          known={known}
          remove={source === 'stored' ? <RemoveMail host={server?.host ?? ''} /> : null}
        />
      )}
    </SettingsCard>
  );
}

function GivenMail({ known: { server, from } }: { known: Known }) {
  const test = useTestMail();
  const { value } = server;
  if (value === null) return null;
  return (
    <>
      <LabeledValues
        facts={[
          [t`Server`, t`${{ host: value.host }}, port ${{ port: value.port }}`],
          [t`Encryption`, MAIL_ENCRYPTION_LABELS[value.encryption]],
          [t`User`, value.user ?? t`None`],
          [t`Sender`, from.value],
        ]}
      />
      <div>
        <Button pending={test.isPending} onClick={() => test.mutate(null)}>
          <Trans>Send test email</Trans>
        </Button>
        <MailTestResult test={test} />
      </div>
    </>
  );
}

function RemoveMail({ host }: { host: string }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveMail();
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Remove the mail server?`}
        description={t`This removes ${host} and its password. Invitations, alerts and passwords can’t be emailed until you set up another server.`}
        confirmLabel={t`Remove`}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </>
  );
}

import { type CompanyAlerts, clockText, type DefaultAlerts, may } from '@halyard/domain';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { type SettingsForm, type SettingsInput, useSettingsForm } from './settingsValues.ts';
import { type SaveAlerts, useSendTestAlert } from './useAlertSettings.ts';

interface AlertSettingsCardProps<Known> {
  /** The company whose settings are edited; null to edit the defaults. */
  companyId: string | null;
  known: Known;
  valuesOf: (known: Known) => SettingsInput;
  save: SaveAlerts<Known>;
  note: string | null;
  children: (form: SettingsForm) => ReactNode;
}

/** The form for alert settings, with the buttons to save them and to send a test email. */
export function AlertSettingsCard<Known extends CompanyAlerts | DefaultAlerts>({
  companyId,
  known,
  valuesOf,
  save,
  note,
  children,
}: AlertSettingsCardProps<Known>) {
  const form = useSettingsForm(valuesOf(known), companyId ?? 'defaults');
  const submit = form.handleSubmit((values) =>
    save.mutate(values, { onSuccess: (saved) => form.reset(valuesOf(saved)) }),
  );
  const test = useSendTestAlert(companyId);
  return (
    <Card className="p-4">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-6">
        <Reach known={known} isOfCompany={companyId !== null} note={note} />
        {children(form)}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={save.isPending}>
            <Trans>Save changes</Trans>
          </Button>
          <Button
            pending={test.isPending}
            disabled={!known.hasMailServer || known.recipients === 0 || form.formState.isDirty}
            onClick={() => test.mutate()}
          >
            <Trans>Send test email</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface ReachProps {
  known: Pick<CompanyAlerts, 'hasMailServer' | 'recipients' | 'delayedUntil'>;
  isOfCompany: boolean;
  note: string | null;
}

/** Shows whether anyone gets alert emails, and whether these emails are currently delayed. */
function Reach({ known, isOfCompany, note }: ReachProps) {
  const { hasMailServer, recipients, delayedUntil } = known;
  return (
    <div className="grid gap-1 text-muted-foreground tabular-nums">
      {!hasMailServer ? (
        <NoMailServer />
      ) : isOfCompany && recipients === 0 ? (
        <Status tone="warn">
          <Trans>No recipients yet</Trans>
        </Status>
      ) : delayedUntil !== null ? (
        <Status tone="warn">
          <Trans>
            Daily email limit reached. New alerts will be emailed after{' '}
            {{ time: clockText(delayedUntil, Date.now()) }}.
          </Trans>
        </Status>
      ) : (
        <p>
          {isOfCompany ? (
            <Plural value={recipients} one="# recipient" other="# recipients" />
          ) : (
            <Plural
              value={recipients}
              one="# master gets alerts for all companies"
              other="# masters get alerts for all companies"
            />
          )}
        </p>
      )}
      {note && <p>{note}</p>}
    </div>
  );
}

function NoMailServer() {
  const user = useCurrentUser();
  return (
    <>
      <Status tone="warn">
        <Trans>No mail server: alerts appear only here</Trans>
      </Status>
      {may(user, 'settings.manage') && (
        <Link
          href="/settings"
          className="touch-target justify-self-start underline underline-offset-2"
        >
          <Trans>Set up a mail server in Settings</Trans>
        </Link>
      )}
    </>
  );
}

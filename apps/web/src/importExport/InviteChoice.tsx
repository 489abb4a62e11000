import { Trans } from '@lingui/react/macro';
import { CheckLine } from '@/components/ui/CheckLine.tsx';

interface InviteChoiceProps {
  /** Whether instructions can be emailed: a mail server and the public URL must be configured. */
  mayInvite: boolean;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A checkbox for mailing new users instructions for setting a password. */
export function InviteChoice({ mayInvite, value, onChange }: InviteChoiceProps) {
  if (!mayInvite)
    return (
      <p className="max-w-prose text-muted-foreground">
        <Trans>
          To email invitations, a master must set up a mail server in Settings, and the operator
          must set PUBLIC_URL. Until then, set a password for each user in Employees after the
          import.
        </Trans>
      </p>
    );
  return (
    <CheckLine checked={value} onChange={() => onChange(!value)}>
      <Trans>Email each new user instructions for setting a password</Trans>
    </CheckLine>
  );
}

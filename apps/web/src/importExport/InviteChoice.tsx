import { Trans } from '@lingui/react/macro';
import { useId } from 'react';

interface InviteChoiceProps {
  /** Whether instructions can be emailed: a mail server and the public URL must be configured. */
  mayInvite: boolean;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A checkbox for mailing new users instructions for setting a password. */
export function InviteChoice({ mayInvite, value, onChange }: InviteChoiceProps) {
  const id = useId();
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
    <label htmlFor={id} className="flex min-h-11 items-center gap-2 mouse:min-h-8">
      <input
        id={id}
        type="checkbox"
        className="size-4 accent-primary"
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
      <Trans>Email each new user instructions for setting a password</Trans>
    </label>
  );
}

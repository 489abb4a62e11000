import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Switch } from '@/components/ui/Switch.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastFailure } from '@/lib/page/toast.ts';
import { setCurrentUser, useCurrentUser } from '@/lib/session/currentUser.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

/** A checkbox for emails about sign-ins from new devices. */
export function SignInMails() {
  const client = useQueryClient();
  const user = useCurrentUser();
  const id = useId();
  const save = useAction({
    mutationFn: (mailsSignIns: boolean) =>
      withPassword(() => call('setSignInMails', { body: { mailsSignIns } })),
    onSuccess: (next) => setCurrentUser(client, next),
    onError: (error) => toastFailure(serverMessage(error, t`Couldn’t save the setting.`), error),
  });
  return (
    <div className="mt-4 flex items-center justify-between gap-4 border-t border-border pt-4">
      <label htmlFor={id} className="grid gap-0.5">
        <span className="font-medium">
          <Trans>Email me about new devices</Trans>
        </span>
        <span className="text-[0.8125rem] text-muted-foreground">
          <Trans>
            You always get emails about changes to your password, two-factor authentication and API
            tokens.
          </Trans>
        </span>
      </label>
      <Switch
        id={id}
        checked={save.isPending ? save.variables : user.mailsSignIns}
        disabled={save.isPending}
        onCheckedChange={(next) => save.mutate(next)}
      />
    </div>
  );
}

import type { SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

/**
 * Shows that the user's own email address is not confirmed yet, with a button that sends the link
 * again. Renders nothing if the address is confirmed.
 */
export function EmailState({ user }: { user: SessionUser }) {
  const { email, confirmedEmail } = user;
  const send = useAction({
    mutationFn: () => call('sendEmailConfirmation'),
    onSuccess: () =>
      toast({ title: t`Link sent`, description: t`Open the link sent to ${email}.` }),
    onError: (error) => toastFailure(serverMessage(error, t`Couldn’t send the link.`), error),
  });
  if (email === confirmedEmail) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-md border border-border p-3">
      <Status tone="warn">
        <Trans>Email not confirmed</Trans>
      </Status>
      <p className="break-words text-muted-foreground">
        {confirmedEmail === ''
          ? t`Confirm your address so that you can get a new password by email.`
          : t`Until you confirm the new address, temporary passwords go to ${confirmedEmail}.`}
      </p>
      <Button pending={send.isPending} onClick={() => send.mutate()}>
        <Trans>Send link</Trans>
      </Button>
    </div>
  );
}

import type { SignInLink } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { call, errorMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastError } from '@/lib/page/toast.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { signInLinksQuery } from '@/lib/session/signInLinks.ts';

/**
 * Lets users who sign in through a provider sign in again instead of entering a password. Renders
 * nothing for other users.
 */
export function ProviderProof() {
  const { secondFactorMissing } = useCurrentUser();
  // A user who still has to set up two-factor authentication has signed in with a password.
  const { data: links } = useQuery({ ...signInLinksQuery(), enabled: !secondFactorMissing });
  const start = useAction({
    mutationFn: ({ id }: SignInLink) => {
      const { pathname, search } = window.location;
      return call('signInAgain', { params: { id }, body: { returnTo: pathname + search } });
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastError(errorMessage(error), t`Sign-in failed`),
  });
  if (!links || links.length === 0) return null;
  return (
    <div className="grid gap-2 border-t border-border pt-4">
      <p className="text-[0.8125rem] text-muted-foreground">
        <Trans>
          No password? Sign in again. You’ll return to this page, but you’ll have to enter your
          changes again.
        </Trans>
      </p>
      {links.map((link) => (
        <Button
          key={link.id}
          pending={start.isPending && start.variables.id === link.id}
          onClick={() => start.mutate(link)}
        >
          {t`Sign in again with ${{ provider: link.label }}`}
        </Button>
      ))}
    </div>
  );
}

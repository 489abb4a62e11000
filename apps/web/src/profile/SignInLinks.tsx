import type { SignInLink } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { day } from '@/lib/moments.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { signInLinksQuery } from '@/lib/session/signInLinks.ts';

/**
 * Lists the single sign-on identities that can sign in to the user's account. Renders nothing if
 * there are none.
 */
export function SignInLinks() {
  const { data: links } = useQuery(signInLinksQuery());
  const client = useQueryClient();
  const remove = useAction({
    rowOf: (link) => link,
    mutationFn: (link: SignInLink) => call('removeSignInLink', { params: { id: link.id } }),
    onSuccess: () => toast({ title: t`Sign-in provider disconnected` }),
    onError: (error) =>
      toastFailure(serverMessage(error, t`Couldn’t disconnect the sign-in provider.`), error),
    onSettled: () => client.invalidateQueries({ queryKey: signInLinksQuery().queryKey }),
  });
  if (!links || links.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Single sign-on</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label={t`Connected sign-in providers`} className="grid divide-y divide-border">
          {links.map((link) => (
            <li
              key={link.id}
              className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0"
            >
              <div className="grid min-w-0 gap-0.5">
                <p className="font-medium wrap-anywhere">{link.label}</p>
                <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
                  {t`${{ issuer: link.issuer }}, since ${{ date: day(link.since) }}`}
                </p>
              </div>
              <Button
                aria-label={t`Disconnect ${{ provider: link.label }}`}
                pending={remove.isPending && remove.variables.id === link.id}
                onClick={() => remove.mutate(link)}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

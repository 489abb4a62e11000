import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { call, errorMessage, problemText } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { recheckCurrentUser } from '@/lib/session/currentUser.ts';
import { setupCode } from '@/setup/setupCode.ts';

const TITLE = t`Confirm email`;

/**
 * The page opened by the link that confirms an email address. The user must click a button, because
 * mail scanners also open links.
 */
export default function ConfirmEmailPage() {
  useNoIndex();
  useDocumentTitle(TITLE);
  const client = useQueryClient();
  const [code] = useState(() => setupCode(window.location));
  const confirm = useAction({
    mutationFn: () => call('confirmEmail', { body: { code } }),
    onSuccess: () => recheckCurrentUser(client),
  });
  if (code === '')
    return (
      <Page text={t`This link is incomplete. Open the full link in the email.`}>
        <Onwards />
      </Page>
    );
  if (confirm.data)
    return (
      <Page
        text={t`You confirmed ${{ email: confirm.data.email }} for the account ${{ username: confirm.data.username }}.`}
      >
        <Onwards />
      </Page>
    );
  return (
    <Page text={t`Confirm that this email address belongs to your account.`}>
      {confirm.error && (
        <FormProblem text={problemText(confirm.error) ?? errorMessage(confirm.error)} />
      )}
      <Button
        variant="primary"
        size="lg"
        pending={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        <Trans>Confirm address</Trans>
      </Button>
    </Page>
  );
}

function Page({ text, children }: { text: string; children: ReactNode }) {
  return (
    <PublicPage title={TITLE}>
      <p className="-mt-3 break-words text-muted-foreground">{text}</p>
      <div className="grid gap-3">{children}</div>
    </PublicPage>
  );
}

const Onwards = () => (
  <Button asChild variant="primary" size="lg">
    <Link href="/">
      <Trans>Continue</Trans>
    </Link>
  </Button>
);

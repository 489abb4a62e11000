import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { invitedAs } from '@/invitations/invitedAs.ts';
import { call, isRefusal } from '@/lib/api/api.ts';
import { useProductName } from '@/lib/api/config.ts';
import { day } from '@/lib/moments.ts';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { useLogout } from '@/lib/session/useLogout.ts';
import { RegistrationForm } from '@/registration/RegistrationForm.tsx';
import { useInvitationCode } from './useInvitationCode.ts';

const REFUSED = t`This invitation was used or revoked, or it has expired. Ask for a new one.`;

const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['/api/join', code],
    queryFn: ({ signal }) => call('openInvitation', { body: { code }, signal }),
    enabled: code !== '',
    retry: false,
  });

/** The page for accepting an invitation. It describes the invited account and creates it. */
export default function JoinPage() {
  useNoIndex();
  useDocumentTitle(t`Join`);
  const code = useInvitationCode();
  const product = useProductName();
  const user = useQuery(currentUserQuery());
  const logout = useLogout();
  const [joined, setJoined] = useState(false);
  const invitation = useQuery(invitationQuery(code));
  const title = t`Join ${product}`;
  if (user.data && joined) return <Redirect to="/" replace />;
  if (user.isPending || (code !== '' && !user.data && invitation.isPending))
    return <FullScreenSpinner />;
  if (code === '')
    return (
      <Notice
        title={title}
        text={t`This link is incomplete. Open the full link from the invitation.`}
      >
        <Button asChild variant="primary" size="lg">
          <Link href="/auth">
            <Trans>Go to sign-in</Trans>
          </Link>
        </Button>
      </Notice>
    );
  if (user.data)
    return (
      <Notice
        title={title}
        text={t`You are signed in as ${{ username: user.data.username }}. The invitation is for a new account. Sign out first.`}
      >
        <Button
          variant="primary"
          size="lg"
          pending={logout.isPending}
          onClick={() => logout.mutate()}
        >
          <Trans>Logout</Trans>
        </Button>
        <Button asChild variant="ghost" size="lg">
          <Link href="/">
            <Trans>Stay signed in</Trans>
          </Link>
        </Button>
      </Notice>
    );
  if (isRefusal(invitation.error) && invitation.error.status === 403)
    return (
      <Notice title={title} text={REFUSED}>
        <Button asChild variant="primary" size="lg">
          <Link href="/auth">
            <Trans>Go to sign-in</Trans>
          </Link>
        </Button>
      </Notice>
    );
  return (
    <PublicPage title={title}>
      <p className="-mt-3 text-muted-foreground">
        {invitation.data
          ? t`Create your account: ${{ account: invitedAs(invitation.data) }}. The link works once and expires ${{ date: day(invitation.data.expiresAt) }}.`
          : t`Create your account. The link works once and expires after 7 days.`}
      </p>
      <RegistrationForm
        code={code}
        codeRefused={REFUSED}
        submitLabel={t`Create account`}
        onDone={() => setJoined(true)}
      />
    </PublicPage>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <PublicPage title={title}>
      <p className="-mt-3 text-muted-foreground">{text}</p>
      <div className="grid gap-2">{children}</div>
    </PublicPage>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { recheckCurrentUser } from '@/lib/session/currentUser.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { useLogout } from '@/lib/session/useLogout.ts';
import { PasswordPrompt } from '@/passwordPrompt/PasswordPrompt.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpForm } from './SetUpForm.tsx';

/**
 * Asks users whose role requires two-factor authentication to set it up. Until then, no other page
 * opens.
 */
export default function RequiredPage() {
  useNoIndex();
  useDocumentTitle(t`Two-factor authentication`);
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery());
  const logout = useLogout();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (user === undefined) return <FullScreenSpinner />;
  if (!user?.secondFactorMissing) return <Redirect to="/" replace />;
  if (codes)
    return (
      <PublicPage title={t`Recovery codes`}>
        <RecoveryCodes codes={codes} username={user.username} />
        <Button variant="primary" size="lg" onClick={() => void recheckCurrentUser(client)}>
          <Trans>I’ve saved the codes</Trans>
        </Button>
      </PublicPage>
    );
  return (
    <PublicPage title={t`Two-factor authentication`}>
      <p className="-mt-3 text-muted-foreground">
        <Trans>Your role requires two-factor authentication. Set it up to continue.</Trans>
      </p>
      <SetUpForm
        onDone={setCodes}
        body={(fields) => <div className="grid gap-4">{fields}</div>}
        footer={(pending) => (
          <div className="mt-6 grid gap-2">
            <Button variant="primary" type="submit" size="lg" pending={pending}>
              <Trans>Turn on</Trans>
            </Button>
            <Button
              variant="ghost"
              size="lg"
              pending={logout.isPending}
              onClick={() => logout.mutate()}
            >
              <Trans>Logout</Trans>
            </Button>
          </div>
        )}
      />
      <PasswordPrompt />
    </PublicPage>
  );
}

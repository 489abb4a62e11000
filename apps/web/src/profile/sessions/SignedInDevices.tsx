import { deviceName, type OwnSession } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useLogout } from '@/lib/session/useLogout.ts';
import { SignInMails } from './SignInMails.tsx';
import { sessionsQuery, useEndSession } from './useSessions.ts';

/** Lists the account's signed-in devices, each with a button to sign it out. */
export function SignedInDevices() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery());
  const [asking, setAsking] = useState(false);
  const signOut = useLogout('endAllSessions');
  const close = () => {
    signOut.reset();
    setAsking(false);
  };
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CardTitle>
          <Trans>Signed-in devices</Trans>
        </CardTitle>
        <Button onClick={() => setAsking(true)}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      </CardHeader>
      <CardContent>
        {!sessions && !error && <Loading />}
        {!sessions && error && (
          <ErrorState
            title={t`Couldn’t load devices`}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {sessions && (
          <ul aria-label={t`Signed-in devices`} className="grid divide-y divide-border">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
        <SignInMails />
      </CardContent>
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => !next && close()}
        title={t`Sign out everywhere`}
        description={t`You will be signed out on every device, including this one. Your API tokens will be revoked.`}
        confirmLabel={t`Sign out`}
        destructive
        pending={signOut.isPending}
        onConfirm={() => signOut.mutate()}
      >
        <FormProblem text={problemText(signOut.error)} />
      </ConfirmDialog>
    </Card>
  );
}

function SessionItem({ session }: { session: OwnSession }) {
  const end = useEndSession(session);
  const name = deviceName(session.userAgent);
  const { address } = session;
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1" title={session.userAgent ?? ''}>
          <span className="font-medium">{name}</span>
          {session.current && (
            <Badge variant="ok">
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-xs break-words text-muted-foreground tabular-nums">
          {address && `${address} · `}
          <Trans>
            Signed in <Moment at={session.signedInAt} />
          </Trans>
          {' · '}
          <Trans>
            Last used <Moment at={session.lastUsedAt} />
          </Trans>
        </p>
      </div>
      {!session.current && (
        <Button
          pending={end.isPending}
          aria-label={address ? t`Sign out ${name} (${address})` : t`Sign out ${name}`}
          onClick={() => end.mutate()}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t`Loading devices`} className="grid gap-2 py-1">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-80 max-w-full" />
    </div>
  );
}

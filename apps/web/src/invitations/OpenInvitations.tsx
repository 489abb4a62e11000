import type { Invitation } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { fileHref } from '@/lib/api/api.ts';
import { invitationsQuery } from '@/lib/api/query.ts';
import { day } from '@/lib/moments.ts';
import { invitedAs } from './invitedAs.ts';
import { useRevokeInvitation } from './useInvitations.ts';

interface OpenInvitationsProps {
  onRevoked: (invitation: Invitation) => void;
}

/** Lists the open invitations with account, creator and expiry. */
export function OpenInvitations({ onRevoked }: OpenInvitationsProps) {
  const { data, isError, error, isFetching, refetch } = useQuery(invitationsQuery());
  const revoke = useRevokeInvitation(onRevoked);
  return (
    <section className="grid gap-2 border-t border-border pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-[0.8125rem] font-medium">
          <Trans>Open invitations</Trans>
        </h3>
        {data && data.length > 0 && (
          <a
            href={fileHref('exportInvitations', {})}
            download
            className="rounded-sm text-[0.8125rem] underline"
          >
            <Trans>Export</Trans>
          </a>
        )}
      </div>
      {data === undefined && !isError && (
        <div role="status" aria-label={t`Loading invitations`} className="py-2">
          <Skeleton className="h-3 w-56" />
        </div>
      )}
      {data === undefined && isError && (
        <ErrorState
          title={t`Couldn’t load invitations`}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <p className="text-muted-foreground">
          <Trans>No open invitations.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t`Open invitations`} className="grid divide-y divide-border">
          {data.map((invitation) => (
            <li key={invitation.id} className="flex items-center justify-between gap-3 py-1.5">
              <div className="min-w-0">
                <p className="break-words">{invitedAs(invitation)}</p>
                <p className="text-xs break-words text-muted-foreground tabular-nums">
                  <Trans>
                    created by {{ createdBy: invitation.createdBy }}, expires{' '}
                    <Moment at={invitation.expiresAt} text={day(invitation.expiresAt)} />
                  </Trans>
                </p>
              </div>
              <Button
                aria-label={t`Revoke ${{ createdBy: invitation.createdBy }}’s invitation for ${{ account: invitedAs(invitation) }}`}
                pending={revoke.isPending && revoke.variables.id === invitation.id}
                onClick={() => revoke.mutate(invitation)}
              >
                <Trans>Revoke</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

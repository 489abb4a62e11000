import type { TokenScope } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { day } from '@/lib/moments.ts';
import { SCOPE_LABELS } from './words.ts';

interface TokenItemProps {
  token: { name: string; scope: TokenScope; expiresAt: number | null; lastUsedAt: number | null };
  /** The owner of the token; omitted in the list of the user's own tokens. */
  whose?: ReactNode;
  revoking: boolean;
  onRevoke: () => void;
}

/** One token: its scope, its expiry, and when it was last used. */
export function TokenItem({ token, whose, revoking, onRevoke }: TokenItemProps) {
  const { name, scope, expiresAt, lastUsedAt } = token;
  const [asking, setAsking] = useState(false);
  const expired = expiresAt !== null && expiresAt <= Date.now();
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <Badge>{SCOPE_LABELS[scope]}</Badge>
          {expired && (
            <Badge variant="warn">
              <Trans>Expired</Trans>
            </Badge>
          )}
        </p>
        <p className="text-xs break-words text-muted-foreground tabular-nums">
          {whose}
          {expiresAt === null ? (
            <Trans>Until revoked</Trans>
          ) : (
            <Trans>
              Until <Moment at={expiresAt} text={day(expiresAt)} />
            </Trans>
          )}
          {' · '}
          {lastUsedAt === null ? (
            <Trans>Never used</Trans>
          ) : (
            <Trans>
              Last used <Moment at={lastUsedAt} text={day(lastUsedAt)} />
            </Trans>
          )}
        </p>
      </div>
      <Button pending={revoking} aria-label={t`Revoke ${name}`} onClick={() => setAsking(true)}>
        <Trans>Revoke</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Revoke token`}
        description={t`Anything that uses "${name}" will stop working.`}
        confirmLabel={t`Revoke`}
        destructive
        onConfirm={() => {
          setAsking(false);
          onRevoke();
        }}
      />
    </li>
  );
}

import { isNewKeyOverdue } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Status } from '@/components/ui/Status.tsx';
import { day } from '@/lib/moments.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';

/**
 * Shows the state of a key rotation, and a warning if the pole has not used the new key for a day.
 */
export function RotationNote({ since }: { since: number | null }) {
  const isOverdue = useTicked(() => isNewKeyOverdue(since, serverNow()));
  if (since === null) return null;
  const made = day(since);
  return (
    <div className="grid gap-1 text-xs text-muted-foreground">
      {isOverdue && (
        <Status tone="warn" className="text-sm font-medium whitespace-normal">
          {t`The pole hasn’t used the new key yet (created ${made})`}
        </Status>
      )}
      <p>
        <Trans>The old key is valid until the pole reports with the new key.</Trans>
      </p>
    </div>
  );
}

import { type CalendarSubscription, stateName } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { CalendarClock } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { short } from '@/lib/moments.ts';

interface SubscriptionItemProps {
  subscription: CalendarSubscription;
  /** The name of the calendar's company; omitted if the user sees only one company. */
  company: string | undefined;
  revoking: boolean;
  /** Called to revoke the calendar's URL; omitted if the user is not allowed to revoke it. */
  onRevoke: (() => void) | undefined;
}

/** One calendar: its URL, and when a program last read it. */
export function SubscriptionItem({
  subscription: { state, url, lastReadAt },
  company,
  revoking,
  onRevoke,
}: SubscriptionItemProps) {
  const [asking, setAsking] = useState(false);
  const where = stateName(state) ?? state;
  const name = company === undefined ? where : t`${where}, ${company}`;
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <Copyable label={t`Calendar URL for ${name}`} value={url} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-muted-foreground tabular-nums">
          {lastReadAt === null ? (
            <Trans>Not used by any calendar yet</Trans>
          ) : (
            <Trans>
              Last read <Moment at={lastReadAt} text={short(lastReadAt)} />
            </Trans>
          )}
        </p>
        <div className="flex gap-2">
          <Button asChild>
            {/* Calendar programs open this scheme, and ask whether to subscribe. */}
            <a href={url.replace(/^https?:/, 'webcal:')}>
              <CalendarClock aria-hidden="true" />
              <Trans>Open in calendar app</Trans>
            </a>
          </Button>
          {onRevoke && (
            <Button
              pending={revoking}
              aria-label={t`Revoke the calendar URL for ${name}`}
              onClick={() => setAsking(true)}
            >
              <Trans>Revoke</Trans>
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Revoke calendar URL`}
        description={t`Calendars that use this URL will no longer show half-staff days in ${where}.`}
        confirmLabel={t`Revoke`}
        destructive
        onConfirm={() => {
          setAsking(false);
          onRevoke?.();
        }}
      />
    </li>
  );
}

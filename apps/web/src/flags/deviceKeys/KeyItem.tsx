import type { DeviceKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { day, exact } from '@/lib/moments.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { lastSeenText } from '../texts/lastSeen.ts';

const TEXTS = {
  current: { title: t`Current key`, revoke: t`Revoke the current key` },
  old: { title: t`Old key`, revoke: t`Revoke the old key` },
  new: { title: t`New key`, revoke: t`Revoke the new key` },
};
export type KeyKind = keyof typeof TEXTS;

interface KeyItemProps {
  deviceKey: DeviceKey;
  kind: KeyKind;
  onRevoke: () => void;
}

/** One of a flag's keys: its kind, when it was created, and when the pole last reported with it. */
export function KeyItem({ deviceKey, kind, onRevoke }: KeyItemProps) {
  const { createdAt, lastUsedAt } = deviceKey;
  const seen = useTicked(() =>
    lastUsedAt === null ? t`not used yet` : lastSeenText(lastUsedAt, serverNow()),
  );
  const made = day(createdAt);
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <div className="min-w-0">
        <p>{TEXTS[kind].title}</p>
        <p className="text-xs text-muted-foreground tabular-nums">
          <span title={exact(createdAt)}>{t`created ${made}`}</span>,{' '}
          <span title={lastUsedAt === null ? undefined : exact(lastUsedAt)}>{seen}</span>
        </p>
      </div>
      <Button aria-label={TEXTS[kind].revoke} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  );
}

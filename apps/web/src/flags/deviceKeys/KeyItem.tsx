import type { DeviceKey } from '@halyard/domain';
import { Button } from '@/components/ui/Button.tsx';
import { day, exact } from '@/lib/moments.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { ago } from '../texts/lastSeen.ts';

interface KeyItemProps {
  deviceKey: DeviceKey;
  label: 'Current' | 'Old' | 'New';
  onRevoke: () => void;
}

/** One key of a flag: which one, when it was made, and when the pole last reported with it. */
export function KeyItem({ deviceKey, label, onRevoke }: KeyItemProps) {
  const { createdAt, lastUsedAt } = deviceKey;
  const seen = useTicked(() =>
    lastUsedAt === null ? 'not seen yet' : `last seen ${ago(lastUsedAt, serverNow())}`,
  );
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <div className="min-w-0">
        <p>{label} key</p>
        <p className="text-xs text-muted-foreground tabular-nums">
          <span title={exact(createdAt)}>created {day(createdAt)}</span>,{' '}
          <span title={lastUsedAt === null ? undefined : exact(lastUsedAt)}>{seen}</span>
        </p>
      </div>
      <Button aria-label={`Revoke the ${label.toLowerCase()} key`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

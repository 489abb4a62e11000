import type { FlagLock } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Lock } from '@/components/icons/index.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { cn } from '@/lib/cn.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { lockGlance, lockText } from '../texts/lockTexts.ts';

/** Marks a flag as locked while somebody is working at the pole. */
export function LockBadge() {
  return (
    <Badge variant="warn" className="gap-1">
      <Lock aria-hidden="true" className="size-3" />
      <Trans>Locked</Trans>
    </Badge>
  );
}

/** Shows who locked the pole, how long ago and why. Hovering shows the exact time. */
export function LockWord({ lock, clip = false }: { lock: FlagLock; clip?: boolean | undefined }) {
  const zone = usePlaceZone();
  const text = useTicked(() => lockGlance(lock, serverNow()));
  return (
    <p
      title={lockText(lock, zone)}
      className={cn('text-xs font-medium text-warn', clip ? 'truncate' : 'mt-1 break-words')}
    >
      {text}
    </p>
  );
}

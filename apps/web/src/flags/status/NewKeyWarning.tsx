import { isNewKeyOverdue } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { KeyRound } from '@/components/icons/index.ts';
import { exact } from '@/lib/moments.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { ago } from '../texts/lastSeen.ts';

/** Warns that the pole has not used its new device key for a day. */
export function NewKeyWarning({ since }: { since: number | null }) {
  // A primitive value, so that a row rerenders only when the text changes and not every second.
  const text = useTicked(() => {
    const now = serverNow();
    if (since === null || !isNewKeyOverdue(since, now)) return null;
    const time = ago(since, now);
    return t`The pole hasn’t used its new device key yet (created ${time})`;
  });
  if (text === null || since === null) return null;
  return (
    <span title={`${text}, ${exact(since)}`} className="shrink-0 text-warn">
      <KeyRound aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useCallback, useSyncExternalStore } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';
import { type MasterSelection, masterSelection, sameSelection } from './masterSelection.ts';

const stateOf = (id: string) => flagStore.state(id);

/**
 * Returns the flags that a control covers, kept up to date.
 * @returns `reason`: why nothing can be moved; undefined if something can be moved
 */
export function useMoveBlock(
  flags: readonly Flag[],
  maySwitch: boolean,
): MasterSelection & { reason: string | undefined } {
  const compute = useCallback(() => masterSelection(flags, stateOf), [flags]);
  const selection = useLiveValue(compute, sameSelection);
  const { online, locked } = selection;
  const isBlocked = useSyncExternalStore(realtime.subscribe, () =>
    flags.every((flag) => realtime.writePath(flag.firebaseUserId) === 'blocked'),
  );
  const reason = !maySwitch
    ? t`You can’t move these flags`
    : online === 0
      ? locked > 0
        ? t`All online flags are locked`
        : t`No flag is online`
      : isBlocked
        ? t`Not connected`
        : undefined;
  return { ...selection, reason };
}

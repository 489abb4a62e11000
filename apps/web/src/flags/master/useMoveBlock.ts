import type { MasterCounts } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useCanWrite } from '@/lib/realtime/connection.ts';

/** Returns why none of the flags can be moved; undefined if at least one can. */
export function useMoveBlock(
  { online, locked }: Pick<MasterCounts, 'online' | 'locked'>,
  maySwitch: boolean,
): string | undefined {
  const canWrite = useCanWrite();
  if (!maySwitch) return t`You can’t move these flags`;
  if (online === 0) return locked > 0 ? t`All online flags are locked` : t`No flags are online`;
  return canWrite ? undefined : t`Not connected`;
}

import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { call } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';

/** Locks the flag. Succeeds only once the lock is in effect. */
export function useLockFlag(flag: Flag) {
  return useAction({
    mutationFn: (reason: string) =>
      call('lockFlag', { params: { id: flag.id }, body: { reason } }) as Promise<Flag>,
    onSuccess: (locked) => {
      flagStore.accept([locked]);
      toast({
        title: t`Flag locked`,
        description: t`No commands will be sent to the pole until you release the lock.`,
      });
    },
    onError: (error) => toastFailure(t`Couldn’t lock the flag.`, error),
  });
}

export function useReleaseFlag(flag: Flag, onReleased: () => void) {
  return useAction({
    mutationFn: () => call('releaseFlag', { params: { id: flag.id } }) as Promise<Flag>,
    onSuccess: (released) => {
      flagStore.accept([released]);
      onReleased();
      toast({ title: t`Lock released`, description: t`The pole responds to commands again.` });
    },
    onError: (error) => toastFailure(t`Couldn’t release the lock.`, error),
  });
}

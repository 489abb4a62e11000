import type { Flag } from '@halyard/domain';
import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { toast, toastFailure } from '@/lib/toast.ts';

/** Locks the flag; succeeds once the lock is in force, and not before. */
export function useLockFlag(flag: Flag) {
  return useMutation({
    mutationFn: (reason: string) =>
      call('lockFlag', { params: { id: flag.id }, body: { reason } }) as Promise<Flag>,
    onSuccess: (locked) => {
      flagStore.accept([locked]);
      toast({
        title: 'Flag locked',
        description: 'No command reaches its pole until it is released.',
      });
    },
    onError: (error) => toastFailure('Failed to lock flag.', error),
  });
}

export function useReleaseFlag(flag: Flag, onReleased: () => void) {
  return useMutation({
    mutationFn: () => call('releaseFlag', { params: { id: flag.id } }) as Promise<Flag>,
    onSuccess: (released) => {
      flagStore.accept([released]);
      onReleased();
      toast({ title: 'Lock released', description: 'The pole obeys commands again.' });
    },
    onError: (error) => toastFailure('Failed to release the lock.', error),
  });
}

import type { DeviceKey, Flag, FlagCreated } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastError } from '@/lib/page/toast.ts';

/**
 * Returns an action that creates a key for a flag. Its argument is the unused key to replace, or
 * null.
 */
export function useMakeKey(flag: Flag, onMade: (key: DeviceKey) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (replaces: DeviceKey | null) =>
      call('createDeviceKey', {
        params: { id: flag.id },
        body: replaces ? { replaces: replaces.id } : {},
      }),
    onSuccess: (key) => onMade(key),
    onError: (error) => toastError(serverMessage(error, t`Couldn’t create a device key.`)),
    // The pole may have reported in the meantime, or another user may have acted.
    onSettled: () => refetchLists(client),
  });
}

/** Replaces the flag's device, and changes its flag ID if a new one is given. */
export function useReplaceDevice(flag: Flag, onReplaced: (replaced: FlagCreated) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (flagId: string) =>
      call('replaceDevice', {
        params: { id: flag.id },
        body: flagId === flag.flagId ? {} : { flagId },
      }) as Promise<FlagCreated>,
    onSuccess: async (replaced) => {
      // Awaited before `onReplaced`, because otherwise the old device's keys would be shown as the
      // new one's.
      await refetchLists(client);
      onReplaced(replaced);
    },
    onError: () => refetchLists(client),
  });
}

export function useRevokeKey(flag: Flag, onRevoked: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (key: DeviceKey) =>
      call('revokeDeviceKey', { params: { id: flag.id, keyId: key.id } }),
    onSuccess: () => {
      onRevoked();
      toast({ title: t`Device key revoked` });
    },
    onError: (error) => toastError(serverMessage(error, t`Couldn’t revoke the device key.`)),
    onSettled: () => refetchLists(client),
  });
}

import type { User } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

export function useSuspendUser({ id }: User, onSuspended: (suspended: User) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => call('suspendUser', { params: { id } }),
    onSuccess: async (suspended) => {
      onSuspended(suspended);
      toast({ title: t`Account suspended` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Couldn’t suspend the account.`, error),
  });
}

export function useRestoreUser({ id }: User, onRestored: (restored: User) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => call('restoreUser', { params: { id } }),
    onSuccess: async (restored) => {
      onRestored(restored);
      toast({ title: t`Account restored` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Couldn’t restore the account.`, error),
  });
}

export function useSignOutUser({ id, name }: User) {
  return useAction({
    mutationFn: () => call('signOutUser', { params: { id } }),
    onSuccess: () => toast({ title: t`Signed out everywhere`, description: name }),
    onError: (error) => toastFailure(t`Couldn’t sign the user out.`, error),
  });
}

export function useRemoveSecondFactor({ id }: User, onRemoved: (changed: User) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => withPassword(() => call('removeSecondFactor', { params: { id } })),
    onSuccess: async (changed) => {
      onRemoved(changed);
      toast({ title: t`Two-factor authentication turned off` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Couldn’t turn off two-factor authentication.`, error),
  });
}

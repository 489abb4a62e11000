import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { refetchLists, setUpListQuery } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

/** Shows or hides the setup checklist on the user's dashboard. */
export function useShowSetUpList(onDone: (isShown: boolean) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (isShown: boolean) => call('showSetUpList', { body: { isShown } }),
    onSuccess: (list) => {
      client.setQueryData(setUpListQuery().queryKey, list);
      onDone(list.isShown);
    },
    onError: (error) => toastFailure(t`Couldn’t update the setup checklist.`, error),
  });
}

export function useSimulatePole() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (locationId: string) => call('createSimulatedPole', { params: { id: locationId } }),
    onSuccess: async () => {
      toast({ title: t`Simulated pole added` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Couldn’t add a simulated pole.`, error),
  });
}

/**
 * Removes the simulated pole. @param onRemoved called before lists are refetched, so that the
 * pole's page can close first
 */
export function useRemoveSimulatedPole(onRemoved?: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: string) => call('deleteFlag', { params: { id } }),
    onSuccess: async () => {
      onRemoved?.();
      toast({ title: t`Simulated pole removed` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Couldn’t remove the simulated pole.`, error),
  });
}

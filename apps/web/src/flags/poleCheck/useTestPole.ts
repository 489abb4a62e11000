import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastError } from '@/lib/page/toast.ts';
import { poleCheckQuery } from '../dialogQueries.ts';

/**
 * Tests a pole by moving it. The server moves the pole back afterwards.
 * @param onBegun called when the test has started
 */
export function useTestPole(flagId: string, onBegun: () => void) {
  const client = useQueryClient();
  const { queryKey } = poleCheckQuery(flagId);
  return useAction({
    mutationFn: () => call('testPole', { params: { id: flagId } }),
    onSuccess: (check) => {
      client.setQueryData(queryKey, check);
      onBegun();
    },
    onError: (error) => {
      onBegun();
      toastError(serverMessage(error, t`Couldn’t test the pole.`));
      void client.invalidateQueries({ queryKey });
    },
  });
}

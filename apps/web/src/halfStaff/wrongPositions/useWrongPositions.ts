import type { WrongPositionFix } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastError } from '@/lib/page/toast.ts';
import { refetchHalfStaff } from '../data/halfStaffQueries.ts';

/**
 * Fetches the flags in the wrong position that the user may see. Reloads whenever it is shown,
 * because it changes over time.
 */
export const wrongPositionsQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'wrong-positions'],
    queryFn: ({ signal }) => call('wrongPositions', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/** Moves flags to their correct position. */
export function useFixWrongPositions(onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: WrongPositionFix) => call('fixWrongPositions', { body }),
    onSuccess: async ({ sent, leftOut }) => {
      onDone();
      toast({
        title: plural(sent, { one: '# command sent', other: '# commands sent' }),
        ...(leftOut > 0 && {
          description: plural(leftOut, { one: '# flag skipped', other: '# flags skipped' }),
        }),
      });
      await refetchHalfStaff(client);
    },
    onError: (error) => toastError(serverMessage(error, t`Failed to correct positions.`)),
  });
}

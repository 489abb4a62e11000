import type { OwnSession } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

/**
 * Fetches the user's sessions. Refetched whenever they are shown, because other devices sign in and
 * out.
 */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/sessions'],
    queryFn: () => call('listSessions'),
    ...ASKED_WHEN_SHOWN,
  });

export function useEndSession({ id }: OwnSession) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => call('endSession', { params: { id } }),
    onSuccess: () => toast({ title: t`Device signed out` }),
    onError: (error) => toastFailure(t`Couldn’t sign the device out.`, error),
    // Also runs after a failure, because the session may have ended already.
    onSettled: () => client.invalidateQueries(sessionsQuery()),
  });
}

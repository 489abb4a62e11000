import type { CallBody } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

/** Fetches the calendars that other programs can subscribe to. */
export const subscriptionsQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'calendar-subscriptions'],
    queryFn: ({ signal }) => call('listCalendarSubscriptions', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

export function useCreateSubscription() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: CallBody<'createCalendarSubscription'>) =>
      call('createCalendarSubscription', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey }),
    onError: (error) => toastFailure(serverMessage(error, t`Couldn’t create the calendar.`), error),
  });
}

export function useRevokeSubscription() {
  const client = useQueryClient();
  return useAction({
    rowOf: (id: string) => id,
    mutationFn: (id: string) => call('revokeCalendarSubscription', { params: { id } }),
    onSuccess: async () => {
      toast({ title: t`Calendar URL revoked` });
      await client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey });
    },
    onError: (error) =>
      toastFailure(serverMessage(error, t`Couldn’t revoke the calendar URL.`), error),
  });
}

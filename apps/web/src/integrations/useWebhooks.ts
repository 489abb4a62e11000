import type { CallBody, Webhook } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

const KEY = '/api/webhooks';

/**
 * Fetches the webhooks. Refetched whenever they are shown, because the server turns off webhooks
 * that fail.
 */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: [KEY],
    queryFn: ({ signal }) => call('listWebhooks', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/** Fetches a webhook's deliveries page by page, newest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, id, 'deliveries'],
    queryFn: ({ signal, pageParam }) =>
      call('listDeliveries', {
        params: { id },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });

/** Returns an action that changes webhooks and then refetches the webhooks and deliveries. */
function useAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  said: string,
  failed: string,
  onDone?: () => void,
) {
  const client = useQueryClient();
  return useAction({
    mutationFn: act,
    onSuccess: async () => {
      toast({ title: said });
      onDone?.();
      await client.invalidateQueries({ queryKey: [KEY] });
    },
    onError: (error) => toastFailure(serverMessage(error, failed), error),
  });
}

export const useCreateWebhook = () =>
  useAct(
    (body: CallBody<'createWebhook'>) => call('createWebhook', { body }),
    t`Webhook added`,
    t`Couldn’t add the webhook.`,
  );

export const useUpdateWebhook = ({ id }: Webhook, onDone?: () => void) =>
  useAct(
    (body: CallBody<'updateWebhook'>) => call('updateWebhook', { params: { id }, body }),
    t`Webhook saved`,
    t`Couldn’t save the webhook.`,
    onDone,
  );

export const useDeleteWebhook = (onDone: () => void) =>
  useAct(
    ({ id }: Webhook) => call('deleteWebhook', { params: { id } }),
    t`Webhook deleted`,
    t`Couldn’t delete the webhook.`,
    onDone,
  );

export const useTestWebhook = ({ id }: Webhook) =>
  useAct(() => call('testWebhook', { params: { id } }), t`Test sent`, t`Couldn’t send a test.`);

export const useSendAgain = ({ id }: Webhook) =>
  useAct(
    (deliveryId: string) => call('sendAgain', { params: { id, deliveryId } }),
    t`Event resent`,
    t`Couldn’t resend the event.`,
  );

import type { CallBody } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

/**
 * Fetches the user's tokens. Refetched whenever they are shown, because no realtime message reports
 * when a token is used.
 */
export const tokensQuery = () =>
  queryOptions({
    queryKey: ['/api/tokens'],
    queryFn: ({ signal }) => call('listTokens', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

export const serviceAccountsQuery = () =>
  queryOptions({
    queryKey: ['/api/service-accounts'],
    queryFn: ({ signal }) => call('listServiceAccounts', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/**
 * Returns an action that changes tokens and then refetches a list of tokens.
 * @param rowOf returns the row that the action is for, if all rows of a list share the action (see
 * `useAction`)
 */
function useAct<Input, Output>(
  list: readonly string[],
  act: (input: Input) => Promise<Output>,
  [said, failed]: [said: string, failed: string],
  rowOf?: (input: Input) => unknown,
) {
  const client = useQueryClient();
  return useAction({
    ...(rowOf && { rowOf }),
    mutationFn: act,
    onSuccess: async () => {
      toast({ title: said });
      await client.invalidateQueries({ queryKey: list });
    },
    onError: (error) => toastFailure(serverMessage(error, failed), error),
  });
}

export const useCreateToken = () =>
  useAct(
    tokensQuery().queryKey,
    (body: CallBody<'createToken'>) => withPassword(() => call('createToken', { body })),
    [t`Token created`, t`Couldn’t create the token.`],
  );

export const useRevokeToken = () =>
  useAct(
    tokensQuery().queryKey,
    (id: string) => call('revokeToken', { params: { id } }),
    [t`Token revoked`, t`Couldn’t revoke the token.`],
    (id) => id,
  );

export const useCreateServiceAccount = () =>
  useAct(
    serviceAccountsQuery().queryKey,
    (body: CallBody<'createServiceAccount'>) =>
      withPassword(() => call('createServiceAccount', { body })),
    [t`Service account created`, t`Couldn’t create the service account.`],
  );

export const useRevokeServiceAccount = () =>
  useAct(
    serviceAccountsQuery().queryKey,
    (id: string) => call('revokeServiceAccount', { params: { id } }),
    [t`Service account revoked`, t`Couldn’t revoke the service account.`],
    (id) => id,
  );

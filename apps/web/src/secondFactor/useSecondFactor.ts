import type { SecondFactorCode } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast } from '@/lib/page/toast.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['/api/user/second-factor'],
    queryFn: () => call('secondFactor'),
  });

/**
 * Fetches a secret for setting up two-factor authentication. Fetching another secret makes this one
 * invalid.
 */
export const newSecretQuery = () =>
  queryOptions({
    queryKey: ['/api/user/second-factor', 'secret'],
    queryFn: () => call('startSecondFactor'),
    gcTime: 0,
  });

/**
 * Turns on two-factor authentication with a first code. @param onDone receives the recovery codes,
 * which are sent only once
 */
export function useConfirmSecondFactor(onDone: (recoveryCodes: string[]) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: SecondFactorCode) =>
      withPassword(() => call('confirmSecondFactor', { body })),
    onSuccess: async ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      await client.invalidateQueries({ ...secondFactorQuery(), exact: true });
    },
  });
}

export function useDisableSecondFactor(onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: SecondFactorCode) =>
      withPassword(() => call('disableSecondFactor', { body })),
    onSuccess: async () => {
      onDone();
      toast({ title: t`Two-factor authentication turned off` });
      await client.invalidateQueries({ ...secondFactorQuery(), exact: true });
    },
  });
}

import type { SignInAnswer } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../api/api.ts';
import { useBusyAction } from '../forms/useBusyAction.ts';
import { toastError } from '../page/toast.ts';
import { setCurrentUser } from './currentUser.ts';
import { notifyOtherTabs } from './otherTabs.ts';
import { stopLeaving } from './returnPath.ts';

/**
 * Runs a call that signs a user in, such as a login or a registration, and sets the current user.
 * Retries while the server is busy, until `stop` is called.
 * @param onSecondFactorAsked called if a second-factor code is also required
 */
export function useSignIn<Input>(
  send: (input: Input, signal?: AbortSignal) => Promise<SignInAnswer>,
  failureTitle: string,
  onSecondFactorAsked?: () => void,
) {
  const client = useQueryClient();
  return useBusyAction({
    mutationFn: send,
    onSuccess: (user) => {
      if ('secondFactorAsked' in user) {
        onSecondFactorAsked?.();
        return;
      }
      stopLeaving();
      setCurrentUser(client, user);
      notifyOtherTabs();
    },
    onError: (error) => toastError(errorMessage(error), failureTitle),
  });
}

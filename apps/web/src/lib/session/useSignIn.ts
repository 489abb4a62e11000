import type { SignInAnswer } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../api/api.ts';
import { useBusyAction } from '../forms/useBusyAction.ts';
import { toastError } from '../page/toast.ts';
import { setCurrentUser } from './currentUser.ts';
import { stopLeaving } from './returnPath.ts';
import { tellOtherTabs } from './sessionNews.ts';

/**
 * A call that signs somebody in (login, registration): its answer is the person on screen from then on.
 * While the server is busy it is sent again, until `stop`.
 * @param onSecondFactorAsked where a code is to come first
 */
export function useSignIn<Input>(
  send: (input: Input, signal?: AbortSignal) => Promise<SignInAnswer>,
  failureTitle: 'Login failed' | 'Registration failed',
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
      tellOtherTabs();
    },
    onError: (error) => toastError(errorMessage(error), failureTitle),
  });
}

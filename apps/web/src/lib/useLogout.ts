import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from './api.ts';
import { setCurrentUser } from './currentUser.ts';
import { startLeaving } from './returnPath.ts';
import { tellOtherTabs } from './sessionNews.ts';
import { toastError } from './toast.ts';

/** Signs out, and forgets all that was on screen. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('logout'),
    onSuccess: () => {
      startLeaving();
      setCurrentUser(client, null);
      tellOtherTabs();
    },
    onError: (error) => toastError(errorMessage(error), 'Logout failed'),
  });
}

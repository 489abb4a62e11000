import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, NetworkError } from '../api/api.ts';
import { useAction } from '../forms/useAction.ts';
import { toastError } from '../page/toast.ts';
import { forgetCopy } from './copyOwner.ts';
import { setCurrentUser } from './currentUser.ts';
import { notifyOtherTabs } from './otherTabs.ts';
import { startLeaving } from './returnPath.ts';

const STILL_SIGNED_IN = t`Couldn’t reach the server. You’re still signed in. Try again when you’re back online.`;

/** Signs out on this device or on every device, and deletes all of the user's data on this page. */
export function useLogout(where: 'logout' | 'endAllSessions' = 'logout') {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (): Promise<void> => {
      await call(where);
    },
    onSuccess: () => {
      startLeaving();
      setCurrentUser(client, null);
      notifyOtherTabs();
    },
    onError: (error) => {
      // After a sign-out nothing stays visible, even without a network.
      forgetCopy();
      const text = error instanceof NetworkError ? STILL_SIGNED_IN : errorMessage(error);
      toastError(text, t`Logout failed`);
    },
  });
}

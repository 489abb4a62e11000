import { PASSWORD_NEEDED } from '@halyard/domain';
import { ApiError } from '@/lib/api/api.ts';
import { askForPassword } from './passwordQuestion.ts';

/**
 * Makes a call that requires a recent sign-in. If the server rejects it for this reason, shows the
 * password prompt and repeats the call.
 * @throws the call's error, even if the user cancels the prompt
 */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.english === PASSWORD_NEEDED;
    if (!isAsked || !(await askForPassword())) throw error;
    return act();
  }
}

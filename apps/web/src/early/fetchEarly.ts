import { type CallResponse, mayOpen, prepareDates } from '@halyard/domain';
import { addressOf } from '@/lib/api/addresses.ts';
import { copyOwner } from '@/lib/session/copyOwner.ts';
import { askEarly } from '../lib/api/earlyAnswers.ts';
import { idIn, loadCode, pageAt } from './pages.ts';

/**
 * Fetches the configuration, the signed-in user, and the code and lists of the page, before the
 * console's own code has loaded. If a call fails, the page repeats it.
 */
export async function fetchEarly({ pathname, search }: { pathname: string; search: string }) {
  try {
    const config = ask('config');
    const session = config.then(requireSession);
    const isPreloaded = document.querySelector(`link[href="${addressOf('currentUser')}"]`) !== null;
    void (isPreloaded ? Promise.resolve() : session)
      .then(() => loadCode(pathname))
      .catch(() => undefined);
    // Nobody waits for it here, because the page's code is still on its way.
    void session.then(() => setTimeout(prepareDates)).catch(() => undefined);
    // If there probably is a session, the user is fetched without waiting for the configuration. The
    // page preloads the user for a browser with a session cookie.
    const isLikely = isPreloaded || copyOwner() !== null;
    const user = await ask('currentUser', isLikely ? undefined : session);
    await session;
    const page = pageAt(pathname);
    if (!user || user.temporary || user.secondFactorMissing || !page) return;
    if (!mayOpen(page.path, user.role) || (search !== '' && page.readsSearch)) return;
    for (const address of page.calls(user, idIn(pathname))) void askEarly(address);
  } catch {
    // On failure, the page fetches everything itself.
  }
}

/**
 * Checks that the browser has a session.
 * @throws if nobody is signed in
 */
function requireSession(config: CallResponse<'config'> | null): void {
  if (!config?.signedIn) throw new Error('No session');
}

/**
 * Makes an API call before the console's code has loaded. Returns the call's response; null for an
 * error response.
 * @param after a promise to wait for before the call
 */
async function ask<C extends 'config' | 'currentUser'>(
  name: C,
  after?: Promise<void>,
): Promise<CallResponse<C> | null> {
  const response = await askEarly(addressOf(name), after);
  // Reads a clone, because a body can be read only once and the page reads the response too.
  return response.ok ? ((await response.clone().json()) as CallResponse<C>) : null;
}

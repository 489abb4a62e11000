import { type CallResponse, mayOpen } from '@halyard/domain';
import { addressOf } from '@/lib/api/addresses.ts';
import { askEarly } from '../lib/api/earlyAnswers.ts';
import { idIn, loadCode, pageAt } from './pages.ts';

/**
 * Fetches the parts that the page at a URL needs, each as early as possible: the code if there is a
 * session, the lists once the signed-in user is known. Runs while the console's own code is still
 * loading. If a call fails here, the page repeats it and reports the failure.
 */
export async function fetchEarly({ pathname, search }: { pathname: string; search: string }) {
  try {
    const config = await ask('config');
    if (!config?.signedIn) return;
    void whenParsed()
      .then(() => loadCode(pathname))
      .catch(() => undefined);
    const user = await ask('currentUser');
    const page = pageAt(pathname);
    if (!user || user.temporary || user.secondFactorMissing || !page) return;
    if (!mayOpen(page.path, user.role) || (search !== '' && page.readsSearch)) return;
    for (const address of page.calls(user, idIn(pathname))) void askEarly(address);
  } catch {
    // On failure, the page fetches everything itself.
  }
}

/**
 * Resolves once the page's elements exist. The code of a page includes main.tsx, which renders into
 * one of them.
 */
async function whenParsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) =>
    document.addEventListener('readystatechange', resolve, { once: true }),
  );
}

/** Makes one call. @returns null if the response is not a success */
async function ask<C extends 'config' | 'currentUser'>(name: C): Promise<CallResponse<C> | null> {
  const response = await askEarly(addressOf(name));
  // Reads a clone, because a body can be read only once and the page reads the response too.
  return response.ok ? ((await response.clone().json()) as CallResponse<C>) : null;
}

import { mayOpen } from '@halyard/domain';
import type { QueryClient } from '@tanstack/react-query';
import { configQuery, currentUserQuery } from '@/lib/query.ts';
import { PAGE_ROUTES } from './routes.tsx';

export const loadSignedIn = () => import('./SignedIn.tsx');

/** The page of an address; ids in it are any part of a path. */
const pageAt = (path: string) =>
  PAGE_ROUTES.find((route) => {
    const parts = route.path.split('/');
    const given = path.split('/');
    const fits = (part: string, n: number) => part === given[n] || (part === ':id' && given[n]);
    return parts.length === given.length && parts.every(fits);
  });

/** Fetches the code of the console and of the page at an address. */
export const loadCode = (path: string): Promise<unknown> =>
  Promise.all([loadSignedIn(), pageAt(path)?.load()]);

/**
 * Fetches what a page behind the sign-in needs, each as soon as it is known to be needed: its code
 * beside the answer to who it is, and its lists beside its code. What fails here is asked anew, and
 * told, by whoever needs it.
 */
export async function fetchAhead(client: QueryClient, path: string): Promise<void> {
  try {
    const { signedIn } = await client.ensureQueryData(configQuery());
    if (!signedIn) return;
    const page = pageAt(path);
    const code = loadCode(path);
    const user = await client.ensureQueryData(currentUserQuery());
    const isLetIn = user && !user.temporary && !user.secondFactorMissing;
    if (isLetIn && page && mayOpen(page.path, user.role)) page.fetchLists?.(client, user);
    await code;
  } catch {}
}

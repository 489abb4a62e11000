/** Where to go after signing in, stored in the history entry of /auth so that a reload keeps it. */
interface ReturnState {
  returnTo: string;
  /** Whether the session ended without a sign-out. */
  ended: boolean;
  /** Whether the account that was last signed in has been deleted. */
  gone?: true;
}

let leaving = false;
let gone = false;

/** Records that the user chose to sign out. The next sign-in then leads to the dashboard. */
export function startLeaving(): void {
  leaving = true;
}

/** Records that somebody signed in. */
export function stopLeaving(): void {
  leaving = false;
  gone = false;
}

/** Records whether the account that was last signed in has been deleted. */
export function noteGone(isGone: boolean): void {
  gone = isGone;
}

export const isLeaving = (): boolean => leaving;

/**
 * Returns the state for the history entry of /auth: the page to return to, and why the user has to
 * sign in. Null if the user should start on the dashboard.
 * @param location the path of the page that was open
 * @param ended whether a user was signed in on that page
 */
export function stateForSignIn(location: string, ended: boolean): ReturnState | null {
  if (gone) return { returnTo: '/', ended, gone };
  return leaving || (location === '/' && !ended) ? null : { returnTo: location, ended };
}

/** Returns whether the sign-in page was opened because the session ended. */
export function sessionEnded(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.ended === true;
}

/** Returns whether the sign-in page should say that the account was deleted. */
export function accountGone(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.gone === true;
}

/** Returns the path to go to after signing in. The path is always on this site. */
export function returnPath(state: unknown): string {
  const path = (state as Partial<ReturnState> | null)?.returnTo;
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return path.startsWith('/auth') ? '/' : path;
}

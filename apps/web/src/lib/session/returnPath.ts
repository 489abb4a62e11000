/**
 * Where to go after signing in. Kept in the history entry of /auth, so that the URL stays /auth and
 * a reload keeps it.
 */
interface ReturnState {
  returnTo: string;
  /** Whether a session ended without a sign-out. */
  ended: boolean;
  /** True if the account that was signed in last was deleted; otherwise absent. */
  gone?: true;
}

let leaving = false;
let gone = false;

/**
 * Records that the user chose to sign out, so that the next user to sign in starts on the
 * dashboard.
 */
export function startLeaving(): void {
  leaving = true;
}

/** Records that somebody signed in. */
export function stopLeaving(): void {
  leaving = false;
  gone = false;
}

/** Records whether the account that was signed in no longer exists. */
export function noteGone(isGone: boolean): void {
  gone = isGone;
}

export const isLeaving = (): boolean => leaving;

/**
 * Returns the state for the history entry of /auth: the page to return to after signing in, and why
 * the user has to sign in. Null if the user simply starts on the dashboard.
 * @param location the path of the page that was open
 * @param ended whether a user was signed in on that page
 */
export function stateForSignIn(location: string, ended: boolean): ReturnState | null {
  if (gone) return { returnTo: '/', ended, gone };
  return leaving || (location === '/' && !ended) ? null : { returnTo: location, ended };
}

/** Returns whether the user is on /auth because their session ended. */
export function sessionEnded(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.ended === true;
}

/** Returns whether the user is on /auth because their account was deleted. */
export function accountGone(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.gone === true;
}

/** Returns where to go after signing in: a path of the console, never another site. */
export function returnPath(state: unknown): string {
  const path = (state as Partial<ReturnState> | null)?.returnTo;
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return path.startsWith('/auth') ? '/' : path;
}

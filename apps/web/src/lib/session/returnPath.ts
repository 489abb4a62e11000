/**
 * The way back after signing in. Kept in the history entry of /auth, so that the address stays
 * /auth and a reload keeps it.
 */
interface ReturnState {
  returnTo: string;
  /** A session was there, and ended though nobody asked for it. */
  ended: boolean;
  /** The account of whoever was signed in last was deleted. */
  gone?: true;
}

let leaving = false;
let gone = false;

/** A logout that the person asked for: the next one to sign in starts at the beginning. */
export function startLeaving(): void {
  leaving = true;
}

/** Somebody signed in. */
export function stopLeaving(): void {
  leaving = false;
  gone = false;
}

/** Whether the account of whoever was signed in no longer exists. */
export function noteGone(isGone: boolean): void {
  gone = isGone;
}

export const isLeaving = (): boolean => leaving;

/**
 * The state for the history entry of /auth, when it is opened from here.
 * @param ended whether somebody was signed in until then
 */
export function stateForSignIn(location: string, ended: boolean): ReturnState | null {
  if (gone) return { returnTo: '/', ended, gone };
  return leaving || (location === '/' && !ended) ? null : { returnTo: location, ended };
}

/** Whether the person is here because their session ended. */
export function sessionEnded(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.ended === true;
}

/** Whether the person is here because their account was deleted. */
export function accountGone(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.gone === true;
}

/** Where to go after signing in: a path of ours, never another site. */
export function returnPath(state: unknown): string {
  const path = (state as Partial<ReturnState> | null)?.returnTo;
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return path.startsWith('/auth') ? '/' : path;
}

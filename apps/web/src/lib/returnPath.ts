/**
 * The way back after signing in. Kept in the history entry of /auth, so that the address stays
 * /auth and a reload keeps it.
 */
interface ReturnState {
  returnTo: string;
  /** A session was there, and ended though nobody asked for it. */
  ended: boolean;
}

let leaving = false;

/** A logout that the person asked for: the next one to sign in starts at the beginning. */
export function startLeaving(): void {
  leaving = true;
}

/** Somebody signed in. */
export function stopLeaving(): void {
  leaving = false;
}

export const isLeaving = (): boolean => leaving;

/**
 * The state for the history entry of /auth, when it is opened from here.
 * @param ended whether somebody was signed in until then
 */
export function stateForSignIn(location: string, ended: boolean): ReturnState | null {
  return leaving || (location === '/' && !ended) ? null : { returnTo: location, ended };
}

/** Whether the person is here because their session ended. */
export function sessionEnded(state: unknown): boolean {
  return (state as Partial<ReturnState> | null)?.ended === true;
}

/** Where to go after signing in: a path of ours, never another site. */
export function returnPath(state: unknown): string {
  const path = (state as Partial<ReturnState> | null)?.returnTo;
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return path.startsWith('/auth') ? '/' : path;
}

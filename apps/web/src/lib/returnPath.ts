/**
 * The way back after signing in. Kept in the history entry of /auth, so that the address stays
 * /auth and a reload keeps it.
 */
interface ReturnState {
  returnTo: string;
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

/** The state for the history entry of /auth, when it is opened from here. */
export function stateForSignIn(location: string): ReturnState | null {
  return leaving || location === '/' ? null : { returnTo: location };
}

/** Where to go after signing in: a path of ours, never another site. */
export function returnPath(state: unknown): string {
  const path = (state as Partial<ReturnState> | null)?.returnTo;
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return path.startsWith('/auth') ? '/' : path;
}

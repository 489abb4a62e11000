import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  signInWithCustomToken,
} from '@firebase/auth';
import type { FirebaseProject } from '@halyard/domain';
import { call } from '@/lib/api/api.ts';
import { reportSessionDoubt } from '../sessionEvents.ts';
import { newApp, sdkTransport } from './firebaseTransport.ts';
import type { RealtimeTransport, Unsubscribe } from './transport.ts';

/**
 * The delays before successive retries of a failed sign-in, in milliseconds. The last delay
 * repeats.
 */
const SIGN_IN_RETRY_MS = [2_000, 5_000, 15_000, 60_000] as const;

/**
 * How long to wait before checking the session after Firebase has revoked the page's access, in
 * milliseconds. During a sign-out, this lets the page close its connection first.
 */
const LOGOUT_MS = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Connects to the operator's Firebase project with a custom token from our server. The sign-in is
 * not stored in the browser, so a reload signs in again.
 * @throws if the first sign-in fails
 */
export async function connectProject(project: FirebaseProject): Promise<RealtimeTransport> {
  const { authEmulator, databaseURL, ...options } = project;
  // With a WebSocket address the SDK never polls. Polling loads scripts from Google's hosts, which
  // the page's content policy blocks.
  const app = newApp({ ...options, databaseURL: databaseURL.replace(/^http/, 'ws') });
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (authEmulator !== null) connectAuthEmulator(auth, authEmulator, { disableWarnings: true });
  const transport = sdkTransport(app);
  let closed = false;
  let renewing = false;
  let stopAccess: Unsubscribe | undefined;

  const signIn = async () => {
    const { token, sid } = await call('realtimeToken');
    if (closed) return;
    await signInWithCustomToken(auth, token);
    if (closed) return;
    stopAccess?.();
    stopAccess = watchAccess(transport, sid, () => void onSessionGone());
  };
  // The user was signed out elsewhere or got a different role, so check who is signed in and renew
  // the rights.
  const onSessionGone = async () => {
    const session = await call('config').catch(() => null);
    const isOver = session?.signedIn === false;
    // If this page itself is signing out, it closes this connection as soon as the server responds.
    if (isOver) await pause(LOGOUT_MS);
    if (closed) return;
    reportSessionDoubt();
    if (!isOver) await renew();
  };
  const renew = async () => {
    if (renewing) return;
    renewing = true;
    for (let attempt = 0; !closed; attempt++) {
      try {
        await signIn();
        break;
      } catch (error) {
        console.info('Signing in to the realtime database failed:', error);
        await pause(SIGN_IN_RETRY_MS[Math.min(attempt, SIGN_IN_RETRY_MS.length - 1)]!);
      }
    }
    renewing = false;
  };
  const close = () => {
    closed = true;
    stopAccess?.();
    stopTokens();
    transport.close();
  };

  let signedIn = false;
  const stopTokens = onIdTokenChanged(auth, (user) => {
    // Google signs the user out if the refresh token was revoked.
    if (user === null && signedIn && !closed) void renew();
    signedIn = user !== null;
  });
  try {
    await signIn();
  } catch (error) {
    close();
    throw error;
  }
  return { ...transport, close };
}

/**
 * Calls `onGone` when the session loses its access, that is, when `access/{sid}` in the Firebase
 * project is no longer true. The value may be missing at first.
 */
function watchAccess(transport: RealtimeTransport, sid: string, onGone: () => void): Unsubscribe {
  let granted = false;
  return transport.listenValue(
    `access/${sid}`,
    (value) => {
      if (granted && value !== true) onGone();
      granted = value === true;
    },
    (error) => console.info('The session cannot be watched:', error.message),
  );
}

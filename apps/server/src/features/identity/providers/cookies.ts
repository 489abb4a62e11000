import type { StepCookie } from '../../calls/handlers.ts';

/**
 * The cookie for a sign-in with a provider. It is `Lax`, so that the browser sends it when the
 * provider redirects the browser back.
 */
export const PROVIDER_COOKIE: StepCookie = { step: 'provider', sameSite: 'Lax' };

/**
 * The cookie with the path (in base64url) that the browser returns to after the user has signed in
 * again.
 */
export const RETURN_COOKIE: StepCookie = { step: 'return', sameSite: 'Lax' };

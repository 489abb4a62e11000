import type { StepCookie } from '../../calls/handlers.ts';

/**
 * The cookie of a provider sign-in. `Lax`, so that the browser sends it when it comes back from the
 * provider's site.
 */
export const PROVIDER_COOKIE: StepCookie = { step: 'provider', sameSite: 'Lax' };

/** The cookie with the path, in base64url, at which a browser continues after it signs in again. */
export const RETURN_COOKIE: StepCookie = { step: 'return', sameSite: 'Lax' };

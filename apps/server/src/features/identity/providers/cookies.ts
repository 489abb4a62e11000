import type { StepCookie } from '../../calls/handlers.ts';

/** `Lax`: the browser comes back from the provider's site with it. */
export const PROVIDER_COOKIE: StepCookie = { step: 'provider', sameSite: 'Lax' };

/** The path, in base64url, where a browser continues after it signed in again. */
export const RETURN_COOKIE: StepCookie = { step: 'return', sameSite: 'Lax' };

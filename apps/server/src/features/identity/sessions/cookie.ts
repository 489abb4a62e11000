import { parseCookie, stringifySetCookie } from 'cookie';
import type { Session } from '../../calls/context.ts';
import type { StepCookie } from '../../calls/handlers.ts';

/**
 * Returns one cookie from a `Cookie` header. Null if there is none. The values of our cookies are
 * base64url, so they need no decoding.
 */
export const readCookie = (header: string | undefined, name: string): string | null =>
  parseCookie(header ?? '', { decode: (value) => value })[name] ?? null;

/**
 * Returns the name of the session cookie. The cookies for the steps of a sign-in use this name as a
 * prefix. With TLS, it begins with `__Host-`, so that no other host in the same domain can set the
 * cookie (RFC 6265bis, 4.1.3.2).
 */
export const sessionCookieName = (at: { port: number; secureCookies: boolean }): string =>
  `${at.secureCookies ? '__Host-' : ''}halyard_${at.port}`;

interface CookieOptions {
  name: string;
  secure: boolean;
}

export const stepCookieName = (sessionName: string, { step }: StepCookie): string =>
  `${sessionName}_${step}`;

/**
 * Returns the `Set-Cookie` value for the cookie that one step of a sign-in uses. An empty value
 * with 0 ms removes the cookie.
 */
export const stepCookie = (
  { name, secure }: CookieOptions,
  cookie: StepCookie,
  value: string,
  maxAgeMs: number,
): string =>
  setCookie(
    { name: stepCookieName(name, cookie), secure },
    value,
    Math.floor(maxAgeMs / 1000),
    cookie.sameSite,
  );

/**
 * Returns the `Set-Cookie` value for a new session. The cookie lasts as long as the session can
 * last.
 */
export const sessionCookie = (
  options: CookieOptions,
  token: string,
  session: Session,
  now: number,
): string =>
  setCookie(options, token, Math.max(0, Math.floor((session.expiresAt - now) / 1000)), 'Strict');

/** Returns the `Set-Cookie` value that removes the session cookie. */
export const clearedCookie = (options: CookieOptions): string =>
  setCookie(options, '', 0, 'Strict');

/**
 * Returns a `Set-Cookie` value.
 * @param maxAge in seconds
 */
const setCookie = (
  { name, secure }: CookieOptions,
  value: string,
  maxAge: number,
  sameSite: StepCookie['sameSite'],
): string =>
  stringifySetCookie(
    {
      ...{ name, value, maxAge, secure },
      ...{ path: '/', httpOnly: true, sameSite: sameSite === 'Lax' ? 'lax' : 'strict' },
    },
    { encode: (text) => text },
  );

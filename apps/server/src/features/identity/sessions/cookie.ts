import { parseCookie, stringifySetCookie } from 'cookie';
import type { Session } from '../../calls/context.ts';
import type { StepCookie } from '../../calls/handlers.ts';

/**
 * Returns one cookie from a `Cookie` header, or null. Our cookie values are base64url and need no
 * decoding.
 */
export const readCookie = (header: string | undefined, name: string): string | null =>
  parseCookie(header ?? '', { decode: (value) => value })[name] ?? null;

/**
 * Returns the session cookie's name, which is also the prefix of the step cookies' names. With TLS
 * it starts with `__Host-`: browsers accept such a cookie only from this exact host, so another
 * host in the same domain cannot plant a session (RFC 6265bis, 4.1.3.2).
 */
export const sessionCookieName = (at: { port: number; secureCookies: boolean }): string =>
  `${at.secureCookies ? '__Host-' : ''}halyard_${at.port}`;

interface CookieOptions {
  name: string;
  secure: boolean;
}

export const stepCookieName = (sessionName: string, { step }: StepCookie): string =>
  `${sessionName}_${step}`;

/** Returns the `Set-Cookie` value of a step cookie. An empty value with 0 ms removes the cookie. */
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
 * Returns the `Set-Cookie` value for a new session. The cookie lasts for the session's maximum
 * lifetime.
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
 * Builds a `Set-Cookie` value.
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

import { parseCookie, stringifySetCookie } from 'cookie';
import type { Session } from '../../calls/context.ts';
import type { StepCookie } from '../../calls/handlers.ts';

/** One cookie of a `Cookie` header; null where it has none. Our values are base64url and need no decoding. */
export const readCookie = (header: string | undefined, name: string): string | null =>
  parseCookie(header ?? '', { decode: (value) => value })[name] ?? null;

/**
 * The session cookie's name, with which those of a sign-in's steps begin. Behind TLS browsers take a
 * name that begins so from this very host alone: a neighbour below the same domain cannot plant a session
 * of its own (RFC 6265bis, 4.1.3.2).
 */
export const sessionCookieName = (at: { port: number; secureCookies: boolean }): string =>
  `${at.secureCookies ? '__Host-' : ''}halyard_${at.port}`;

interface CookieOptions {
  name: string;
  secure: boolean;
}

export const stepCookieName = (sessionName: string, { step }: StepCookie): string =>
  `${sessionName}_${step}`;

/** `Set-Cookie` for it; an empty value with 0 ms removes it. */
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

/** `Set-Cookie` for a new session; it lasts as long as the session may at most. */
export const sessionCookie = (
  options: CookieOptions,
  token: string,
  session: Session,
  now: number,
): string =>
  setCookie(options, token, Math.max(0, Math.floor((session.expiresAt - now) / 1000)), 'Strict');

/** `Set-Cookie` that removes it. */
export const clearedCookie = (options: CookieOptions): string =>
  setCookie(options, '', 0, 'Strict');

/** @param maxAge in seconds */
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

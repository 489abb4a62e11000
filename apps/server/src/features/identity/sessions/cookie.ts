import type { Session } from '../../calls/context.ts';
import type { StepCookie } from '../../calls/handlers.ts';

/** Reads one cookie of a `Cookie` header; our values are base64url and need no decoding. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

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

const attributes = (secure: boolean, sameSite: StepCookie['sameSite'] = 'Strict') =>
  `Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;

export const stepCookieName = (sessionName: string, { step }: StepCookie): string =>
  `${sessionName}_${step}`;

/** `Set-Cookie` for it; an empty value with 0 ms removes it. */
export function stepCookie(
  { name, secure }: CookieOptions,
  cookie: StepCookie,
  value: string,
  maxAgeMs: number,
): string {
  const maxAge = Math.floor(maxAgeMs / 1000);
  return `${stepCookieName(name, cookie)}=${value}; Max-Age=${maxAge}; ${attributes(secure, cookie.sameSite)}`;
}

/** `Set-Cookie` for a new session; it lasts as long as the session may at most. */
export function sessionCookie(
  { name, secure }: CookieOptions,
  token: string,
  session: Session,
  now: number,
): string {
  const maxAge = Math.max(0, Math.floor((session.expiresAt - now) / 1000));
  return `${name}=${token}; Max-Age=${maxAge}; ${attributes(secure)}`;
}

/** `Set-Cookie` that removes it. */
export function clearedCookie({ name, secure }: CookieOptions): string {
  return `${name}=; Max-Age=0; ${attributes(secure)}`;
}

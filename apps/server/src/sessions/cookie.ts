import type { Session } from '../context.ts';

/** Reads one cookie of a `Cookie` header; our values are base64url and need no decoding. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

interface CookieOptions {
  name: string;
  secure: boolean;
}

const attributes = (secure: boolean) =>
  `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

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

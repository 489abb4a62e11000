import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Edge, StepCookie } from '../../features/calls/handlers.ts';
import {
  clearedCookie,
  readCookie,
  sessionCookie,
  stepCookie,
  stepCookieName,
} from '../../features/identity/sessions/cookie.ts';
import { BROWSER_COOKIE, BROWSER_MS } from '../../features/identity/sessions/knownBrowsers.ts';
import { newSecret } from '../../platform/database/text.ts';
import type { RouteParts } from './routeParts.ts';

/**
 * Returns the parts of an HTTP request and response that an API call needs: the client, the origin
 * and the cookies.
 */
export function edgeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Omit<RouteParts, 'handlers'>,
): Edge {
  const read = (step: StepCookie) =>
    readCookie(request.headers.cookie, stepCookieName(parts.sessions.cookieName, step));
  const browser = read(BROWSER_COOKIE) ?? newSecret();
  const cookie = { name: parts.sessions.cookieName, secure: parts.secureCookies };
  return {
    client: { address: request.ip, userAgent: request.headers['user-agent'] ?? null, browser },
    origin: parts.publicOrigin ?? `${request.protocol}://${request.host}`,
    readHeader(name) {
      const value = request.headers[name];
      return typeof value === 'string' ? value : null;
    },
    setSession(token, session) {
      const now = parts.services.clock();
      void reply.header('set-cookie', sessionCookie(cookie, token, session, now));
      void reply.header('set-cookie', stepCookie(cookie, BROWSER_COOKIE, browser, BROWSER_MS));
    },
    clearSession: () => void reply.header('set-cookie', clearedCookie(cookie)),
    readStep: read,
    setStep: (step, value, maxAgeMs) =>
      void reply.header('set-cookie', stepCookie(cookie, step, value, maxAgeMs)),
    clearStep: (step) => void reply.header('set-cookie', stepCookie(cookie, step, '', 0)),
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  clearedCookie,
  readCookie,
  sessionCookie,
  stepCookie,
  stepCookieName,
} from '../sessions/cookie.ts';
import type { Edge } from './handlers.ts';
import type { RouteParts } from './routes.ts';

/** What a verb's caller may know of the request, and do to the answer's cookies. */
export function edgeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Omit<RouteParts, 'handlers'>,
): Edge {
  const cookie = { name: parts.sessions.cookieName, secure: parts.secureCookies };
  return {
    client: { address: request.ip, userAgent: request.headers['user-agent'] ?? null },
    origin: parts.publicOrigin ?? `${request.protocol}://${request.host}`,
    setSession: (token, session) =>
      void reply.header(
        'set-cookie',
        sessionCookie(cookie, token, session, parts.services.clock()),
      ),
    clearSession: () => void reply.header('set-cookie', clearedCookie(cookie)),
    readStep: (step) =>
      readCookie(request.headers.cookie, stepCookieName(parts.sessions.cookieName, step)),
    setStep: (step, value, maxAgeMs) =>
      void reply.header('set-cookie', stepCookie(cookie, step, value, maxAgeMs)),
    clearStep: (step) => void reply.header('set-cookie', stepCookie(cookie, step, '', 0)),
  };
}

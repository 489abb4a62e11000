import type { FastifyRequest } from 'fastify';

/** Matches paths that end with a secret: invitation links and calendar subscriptions. */
const SECRET_PATHS = /^(\/join|\/api\/calendars)\/[^/]+/;

/**
 * Logs a request, but not its query string (which may contain a device key), cookie, authorization
 * or body.
 */
export const logSerializers = {
  req: (request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) => ({
    method: request.method,
    path: loggedPath(request.url),
    address: request.ip,
  }),
};

export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  return path.replace(SECRET_PATHS, '$1/…');
}

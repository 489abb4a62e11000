import type { FastifyRequest } from 'fastify';

/** Matches paths with a secret: invitation links are `/join/{code}`, setup links `/setup`. */
const SECRET_PATHS = /^\/join\/[^/]+/;

/**
 * Logs no query string (device keys are sent in it), cookie, authorization or body of a request.
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
  return path.replace(SECRET_PATHS, '/join/…');
}

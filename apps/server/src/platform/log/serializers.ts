import type { FastifyRequest } from 'fastify';

/** How a path with a secret in it is shown: invitation links are `/join/{code}`, set-up ones `/setup`. */
const SECRET_PATHS = /^\/join\/[^/]+/;

/**
 * What the log says of a request: no query string (device keys travel there), no cookie, no
 * authorization, no body.
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

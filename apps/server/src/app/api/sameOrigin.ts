import { msg } from '@halyard/messages';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../platform/errors.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects state-changing requests that a page of another origin may have caused (CSRF). Checks the
 * header `Sec-Fetch-Site` or, if it is missing, `Origin`. Accepts requests with neither, because
 * browsers send `Origin` with every state-changing request.
 * @param publicOrigin the operator's PUBLIC_URL, for proxies that change `Host`
 */
export function requireSameOrigin(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  publicOrigin: string | null,
): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (request.headers.origin === undefined) return;
  else if (isOwnOrigin(request.headers.origin, request.host, publicOrigin)) return;
  throw forbidden(msg`Requests from other websites are not allowed.`);
}

/**
 * Whether an `Origin` header refers to this server: to the requested host, or to the public URL.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigin: string | null,
): boolean {
  if (origin === undefined) return false;
  if (publicOrigin !== null && origin === publicOrigin) return true;
  return (
    URL.canParse(origin) &&
    host !== undefined &&
    new URL(origin).host === withoutDefaultPort(host, origin)
  );
}

/**
 * Removes the scheme's default port from a `Host` header, so that the header can be compared with
 * `URL.host`.
 */
function withoutDefaultPort(host: string, origin: string): string {
  const port = origin.startsWith('https:') ? ':443' : ':80';
  return (host.endsWith(port) ? host.slice(0, -port.length) : host).toLowerCase();
}

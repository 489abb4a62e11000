import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { AppConfig } from '@halyard/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The strictest policy, which allows nothing. Used for all responses other than pages of the
 * console.
 */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const HSTS = { maxAge: 31_536_000, includeSubDomains: true };

/**
 * Returns the headers of every response, including those of the realtime database, errors and
 * startup.
 * @param secure whether browsers access the server over TLS; if not, they would ignore HSTS
 */
export function everyAnswer(secure: boolean): Readonly<Record<string, string>> {
  const { maxAge } = HSTS;
  return {
    'x-content-type-options': 'nosniff',
    ...(secure && { 'strict-transport-security': `max-age=${maxAge}; includeSubDomains` }),
  };
}

/** Adds the security headers to every response. Pages replace the policy with `pagePolicy`. */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  options: { secure: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Over plain HTTP, browsers ignore these two and print warnings.
    strictTransportSecurity: options.secure && HSTS,
    crossOriginOpenerPolicy: options.secure,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', NOTHING);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
  });
}

/** Returns the policy of the service worker, which only fetches the console's files. */
export const workerPolicy = () => `${NOTHING}; connect-src 'self'`;

/**
 * Returns the policy for the help pages: only files from the same host, and no inline scripts or
 * styles.
 */
export const helpPolicy = () =>
  `${NOTHING}; ${['script', 'style', 'font', 'img', 'connect'].map((kind) => `${kind}-src 'self'`).join('; ')}`;

/** Returns a fresh nonce for one page. */
export const newNonce = () => randomBytes(16).toString('base64');

/** Returns the other hosts to which the console may connect. */
export function connectSources(realtime: AppConfig['realtime']): string[] {
  if (realtime.mode !== 'firebase') return [];
  const { authEmulator, databaseURL } = realtime.project;
  const signIn = authEmulator
    ? [authEmulator]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const { host, protocol } = new URL(databaseURL);
  if (protocol === 'http:') return [...signIn, `ws://${host}`];
  // Google redirects its clients to a server of its choice in the same domain.
  const domain = host.split('.').slice(-2).join('.');
  return [...signIn, `wss://${host}`, `wss://*.${domain}`];
}

/**
 * Returns the policy for the console's pages. It includes the WebSocket's URL, because not every
 * browser treats ws: URLs as part of `'self'`.
 */
export function pagePolicy(
  request: Pick<FastifyRequest, 'host'>,
  nonce: string,
  sources: readonly string[] = [],
): string {
  // The client controls this header, so it is used in the policy only if it looks like a host.
  const host = /^[A-Za-z0-9.:[\]-]+$/.test(request.host) ? request.host : null;
  const sockets = host ? [`ws://${host}`, `wss://${host}`] : [];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self' data:",
    "img-src 'self' data:",
    ["connect-src 'self'", ...sockets, ...sources].join(' '),
    "manifest-src 'self'",
    // Allows the iframe through which a long-polling client reports that it is leaving. None of our
    // pages can be framed.
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

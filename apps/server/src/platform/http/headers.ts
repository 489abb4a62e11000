import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { AppConfig } from '@halyard/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The strictest content security policy, which allows nothing. Used for everything except pages.
 */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const HSTS = { maxAge: 31_536_000, includeSubDomains: true };

/**
 * Returns the headers that every response has, including the responses of the realtime database,
 * error responses, and responses before the server has started.
 * @param secure whether browsers use TLS; if not, they would ignore HSTS
 */
export function everyAnswer(secure: boolean): Readonly<Record<string, string>> {
  const { maxAge } = HSTS;
  return {
    'x-content-type-options': 'nosniff',
    ...(secure && { 'strict-transport-security': `max-age=${maxAge}; includeSubDomains` }),
  };
}

/**
 * Adds the security headers to every response. Pages replace the content security policy with
 * `pagePolicy`.
 */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  options: { secure: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Over plain HTTP, browsers ignore these two headers and print warnings.
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

/**
 * Returns the content security policy of the service worker, which only fetches the console's
 * files.
 */
export const workerPolicy = () => `${NOTHING}; connect-src 'self'`;

/**
 * Returns the content security policy of the help pages. It allows only files from the same host,
 * and no inline scripts or styles.
 */
export const helpPolicy = () =>
  `${NOTHING}; ${['script', 'style', 'font', 'img', 'connect'].map((kind) => `${kind}-src 'self'`).join('; ')}`;

/** Returns a new nonce for the content security policy of one page. */
export const newNonce = () => randomBytes(16).toString('base64');

/** Returns the hosts that the console may connect to, other than this server. */
export function connectSources(realtime: AppConfig['realtime']): string[] {
  if (realtime.mode !== 'firebase') return [];
  const { authEmulator, databaseURL } = realtime.project;
  const signIn = authEmulator
    ? [authEmulator]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const { host, protocol } = new URL(databaseURL);
  if (protocol === 'http:') return [...signIn, `ws://${host}`];
  // Google redirects its clients to some other server in the same domain.
  const domain = host.split('.').slice(-2).join('.');
  return [...signIn, `wss://${host}`, `wss://*.${domain}`];
}

/**
 * Returns the content security policy of the console's pages. It includes the WebSocket's URL,
 * because in some browsers `'self'` does not include ws: URLs.
 */
export function pagePolicy(
  request: Pick<FastifyRequest, 'host'>,
  nonce: string,
  sources: readonly string[] = [],
): string {
  // The client sends this header, so use it in the policy only if it looks like a host.
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
    // A long-polling client reports in an iframe that it is leaving. No page of ours can be shown
    // in a frame.
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

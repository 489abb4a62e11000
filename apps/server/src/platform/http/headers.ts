import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { AppConfig } from '@halyard/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the strictest answer allows: nothing. For everything that is not a page of ours. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const HSTS = { maxAge: 31_536_000, includeSubDomains: true };

/**
 * What every answer carries, also of the realtime database, of errors, and where nothing is served yet.
 * @param secure whether people reach the server over TLS; else browsers would ignore HSTS
 */
export function everyAnswer(secure: boolean): Readonly<Record<string, string>> {
  const { maxAge } = HSTS;
  return {
    'x-content-type-options': 'nosniff',
    ...(secure && { 'strict-transport-security': `max-age=${maxAge}; includeSubDomains` }),
  };
}

/** The security headers of every answer; pages replace the policy by `pagePolicy`. */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  options: { secure: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Over plain HTTP browsers ignore these two and complain in the console.
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

/** The policy of the service worker: it fetches the console's files and does nothing else. */
export const workerPolicy = () => `${NOTHING}; connect-src 'self'`;

/** A fresh nonce for one page. */
export const newNonce = () => randomBytes(16).toString('base64');

/** Where pages of the console may connect to beside their own host. */
export function connectSources(realtime: AppConfig['realtime']): string[] {
  if (realtime.mode !== 'firebase') return [];
  const { authEmulator, databaseURL } = realtime.project;
  const signIn = authEmulator
    ? [authEmulator]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const { host, protocol } = new URL(databaseURL);
  if (protocol === 'http:') return [...signIn, `ws://${host}`];
  // Google sends its clients on to a server of its own choice in the same domain.
  const domain = host.split('.').slice(-2).join('.');
  return [...signIn, `wss://${host}`, `wss://*.${domain}`];
}

/**
 * The policy under which the console runs. The WebSocket's address is named, since `'self'` does
 * not cover ws: in every browser.
 */
export function pagePolicy(
  request: Pick<FastifyRequest, 'host'>,
  nonce: string,
  sources: readonly string[] = [],
): string {
  // The header is the client's word: only what looks like a host gets into the policy.
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
    // The frame by which a long-polling client says that it leaves; every page of ours refuses frames.
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

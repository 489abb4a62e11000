import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callNotFound, fileNotFound, pageNotFound } from '../../platform/errors.ts';
import { newNonce, pagePolicy, workerPolicy } from '../../platform/http/headers.ts';
import { filesBelow, HASHED, sendBuiltFile, sendsBuiltFiles } from './builtFiles.ts';

/**
 * The placeholder in index.html for the nonce that allows the page's inline styles. Each response
 * has a different nonce.
 */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/**
 * An HTML element that makes the browser fetch `/api/user` while it loads the page's scripts. The
 * prefetch script finds this element and uses the response (apps/web/src/early/fetchEarly.ts).
 */
const USER_PRELOAD =
  '<link rel="preload" as="fetch" href="/api/user" crossorigin="use-credentials" />';
const MANIFEST = '/site.webmanifest';
/**
 * The path of the service worker. The server replaces VERSION_PLACEHOLDER in the worker's script.
 */
const WORKER = '/worker.js';
const VERSION_PLACEHOLDER = '__SHELL_VERSION__';

interface WebOptions {
  /** The product name shown in the console and used for the installed app. */
  productName: string;
  /** The origins that the console's pages may connect to, other than the server itself. */
  sources: readonly string[];
  /**
   * Whether browsers may store the console for offline use. If not, an installed service worker
   * removes itself.
   */
  offlineApp: boolean;
  /** Returns whether a request has a session cookie, valid or not. */
  hasCookie: (request: FastifyRequest) => boolean;
}

/**
 * Serves the console: its files, and index.html for every other path outside the API, so that the
 * console's own router can handle it.
 * @param webRoot the folder with the built web console; without it, only the API is served
 */
export async function serveWeb(
  app: FastifyInstance,
  webRoot: string | undefined,
  { productName, sources, offlineApp, hasCookie }: WebOptions,
): Promise<void> {
  const indexFile = webRoot === undefined ? undefined : path.join(webRoot, 'index.html');
  if (webRoot !== undefined && indexFile !== undefined && existsSync(indexFile)) {
    const html = readFileSync(indexFile, 'utf8');
    const htmlForUser = html.replace('<head>', `<head>${USER_PRELOAD}`);
    const isOpenedByUser = (request: FastifyRequest) => isNavigation(request) && hasCookie(request);
    await sendsBuiltFiles(app, webRoot);
    // The page itself is served below, because it needs a nonce.
    const files = new Set([...filesBelow(webRoot)].filter((file) => file !== '/index.html'));
    if (files.has(MANIFEST)) {
      const manifest = namedManifest(path.join(webRoot, MANIFEST), productName);
      app.get(MANIFEST, (_request, reply) =>
        reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
      );
    }
    if (files.has(WORKER)) {
      const unnamed = [...files].filter((file) => !HASHED.test(file)).sort();
      const shell = [html, ...unnamed.map((file) => readFileSync(path.join(webRoot, file)))];
      const version = offlineApp ? shellVersion(shell, sources) : null;
      const worker = versionedWorker(path.join(webRoot, WORKER), version);
      app.get(WORKER, (_request, reply) =>
        reply
          .type('text/javascript; charset=utf-8')
          .header('cache-control', 'no-cache')
          .header('content-security-policy', workerPolicy())
          .send(worker),
      );
    }
    app.setNotFoundHandler(async (request, reply) => {
      requirePage(request);
      const pathname = request.url.split('?', 1)[0]!;
      if (files.has(pathname)) return sendBuiltFile(reply, webRoot, pathname);
      // A page of the previous build may request a file that no longer exists. Respond with 404,
      // because HTML in its place would be misleading.
      if (HASHED.test(pathname)) throw fileNotFound();
      const nonce = newNonce();
      return reply
        .header('content-security-policy', pagePolicy(request, nonce, sources))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send((isOpenedByUser(request) ? htmlForUser : html).replaceAll(NONCE_PLACEHOLDER, nonce));
    });
  } else {
    app.setNotFoundHandler((request) => {
      requirePage(request);
      throw pageNotFound();
    });
  }
}

/**
 * Whether the request opens the page in a tab (`Sec-Fetch-Mode`). False if a service worker fetches
 * the page to store it for offline use. Browsers that do not send this header have no service
 * workers.
 */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';

/** Returns the web app manifest with the operator's product name. */
function namedManifest(file: string, productName: string): string {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return JSON.stringify({ ...manifest, name: productName, short_name: productName });
}

/**
 * Returns a hash of the console's files and its content security policy, used as the console's
 * version. When it changes, browsers fetch the whole console again.
 * @param files the contents of the page and of all files without a content hash in their names
 */
function shellVersion(files: readonly (string | Buffer)[], sources: readonly string[]): string {
  const hash = createHash('sha256').update(pagePolicy({ host: 'host' }, 'nonce', sources));
  for (const content of files) hash.update(content);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the script of the service worker.
 * @param version the version of the page that the service worker stores. If null, the service
 * worker removes itself and its stored files.
 */
function versionedWorker(file: string, version: string | null): string {
  return readFileSync(file, 'utf8').replaceAll(VERSION_PLACEHOLDER, JSON.stringify(version));
}

/** Rejects requests for paths below /api, and requests with methods other than GET and HEAD. */
function requirePage(request: FastifyRequest): void {
  if (/^\/api(\/|\?|$)/.test(request.url)) throw callNotFound();
  if (request.method !== 'GET' && request.method !== 'HEAD') throw pageNotFound();
}

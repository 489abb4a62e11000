import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../platform/errors.ts';
import { newNonce, pagePolicy, workerPolicy } from '../../platform/http/headers.ts';

/** Stands in index.html wherever a style needs the response's nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const MANIFEST = '/site.webmanifest';
/** The service worker. In its script stands VERSION_PLACEHOLDER, as a name. */
const WORKER = '/worker.js';
const VERSION_PLACEHOLDER = '__SHELL_VERSION__';
const YEAR_MS = 31_536_000_000;
/** Files that the build names by their content; anything else may change under its name. */
const HASHED = /^\/assets\//;

interface WebOptions {
  /** What the console is called here, as an installed app too. */
  productName: string;
  /** Where its pages may connect to beside their own host. */
  sources: readonly string[];
  /** Whether browsers may keep the console; else the worker that they have removes itself. */
  offlineApp: boolean;
}

/**
 * Serves the console: its files as they are, and index.html for every other path that is no API's,
 * so that the page's own router answers it.
 * @param webRoot the built web; without it only the API answers
 */
export async function serveWeb(
  app: FastifyInstance,
  webRoot: string | undefined,
  { productName, sources, offlineApp }: WebOptions,
): Promise<void> {
  const indexFile = webRoot === undefined ? undefined : path.join(webRoot, 'index.html');
  if (webRoot !== undefined && indexFile !== undefined && existsSync(indexFile)) {
    const html = readFileSync(indexFile, 'utf8');
    await app.register(fastifyStatic, { root: webRoot, serve: false, preCompressed: true });
    const files = filesBelow(webRoot);
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
      const immutable = HASHED.test(pathname);
      if (files.has(pathname)) {
        const caching = immutable ? { maxAge: YEAR_MS, immutable } : { maxAge: 0 };
        // Which of the file's encodings is sent depends on it.
        reply.header('vary', 'accept-encoding');
        return reply.sendFile(pathname.slice(1), webRoot, caching);
      }
      // A page of the last build asks for its chunks: html in their place would only confuse.
      if (immutable) throw notFound('File');
      const nonce = newNonce();
      return reply
        .header('content-security-policy', pagePolicy(request, nonce, sources))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html.replaceAll(NONCE_PLACEHOLDER, nonce));
    });
  } else {
    app.setNotFoundHandler((request) => {
      requirePage(request);
      throw notFound('Page');
    });
  }
}

/** The manifest of the app that a browser can install, under the operator's own name. */
function namedManifest(file: string, productName: string): string {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return JSON.stringify({ ...manifest, name: productName, short_name: productName });
}

/**
 * Differs whenever what browsers keep differs: the files of the build, or the policy in the page's header. A
 * new version has them fetch it all again.
 * @param files contents of the page, which names the built files, and of those that keep their names
 */
function shellVersion(files: readonly (string | Buffer)[], sources: readonly string[]): string {
  const hash = createHash('sha256').update(pagePolicy({ host: 'host' }, 'nonce', sources));
  for (const content of files) hash.update(content);
  return hash.digest('hex').slice(0, 16);
}

/** @param version of the page that it keeps; null: it removes itself, and all that it has kept */
function versionedWorker(file: string, version: string | null): string {
  return readFileSync(file, 'utf8').replaceAll(VERSION_PLACEHOLDER, JSON.stringify(version));
}

/** URL paths of the files there; a set, so that no path of a request is ever resolved. */
function filesBelow(root: string): ReadonlySet<string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return new Set(
    paths
      .map((relative) => `/${relative.split(path.sep).join('/')}`)
      .filter((pathname) => pathname !== '/index.html'),
  );
}

/** Only GET has pages, and none of them lies below /api. */
function requirePage(request: FastifyRequest): void {
  if (/^\/api(\/|\?|$)/.test(request.url)) throw notFound('API call');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new AppError('not-found', 'Page not found');
}

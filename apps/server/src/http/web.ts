import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.ts';
import { newNonce, pagePolicy } from './headers.ts';

/** Stands in index.html wherever a style needs the response's nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const MANIFEST = '/site.webmanifest';
const YEAR_MS = 31_536_000_000;
/** Files that the build names by their content; anything else may change under its name. */
const HASHED = /^\/assets\//;

interface WebOptions {
  /** What the console is called here, as an installed app too. */
  productName: string;
  /** Where its pages may connect to beside their own host. */
  sources: readonly string[];
}

/**
 * Serves the console: its files as they are, and index.html for every other path that is no API's,
 * so that the page's own router answers it.
 * @param webRoot the built web; without it only the API answers
 */
export async function serveWeb(
  app: FastifyInstance,
  webRoot: string | undefined,
  { productName, sources }: WebOptions,
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

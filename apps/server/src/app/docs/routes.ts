import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { DOCS_POLICY, docsPage } from './page.ts';

/**
 * The API documentation as a response body with its ETag. Everyone gets the same response, so it is
 * rendered only once.
 */
interface Rendered {
  body: Buffer;
  etag: string;
}

/**
 * Serves `/api/openapi.json`, and a human-readable version at `/api/docs`. Each is rendered only
 * once, on the first request.
 */
export function serveDocs(app: FastifyInstance, productName: string, version: string): void {
  const document = once(() => openApiDocument(productName, version));
  const json = once(() => rendered(JSON.stringify(document())));
  const page = once(() => rendered(docsPage(document())));
  app.get('/api/openapi.json', async (request, reply) =>
    send(request, reply.type('application/json; charset=utf-8'), json()),
  );
  app.get('/api/docs', async (request, reply) =>
    send(
      request,
      reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8'),
      page(),
    ),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Rendered) {
  reply.header('cache-control', 'no-cache').header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  // A proxy that compresses responses turns the ETag into a weak one.
  const isKnown = known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
  return isKnown ? reply.removeHeader('content-type').status(304).send() : reply.send(body);
}

function rendered(text: string): Rendered {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return { body: Buffer.from(text), etag };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

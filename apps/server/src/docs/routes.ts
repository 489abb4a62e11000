import type { FastifyInstance } from 'fastify';
import { newNonce, pagePolicy } from '../http/headers.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './page.ts';

/** `/api/openapi.json`, and the same for reading at `/api/docs`. */
export function serveDocs(app: FastifyInstance, productName: string, version: string): void {
  const document = openApiDocument(productName, version);
  app.get('/api/openapi.json', async (_request, reply) => reply.send(document));
  app.get('/api/docs', async (request, reply) => {
    const nonce = newNonce();
    return reply
      .header('content-security-policy', pagePolicy(request, nonce))
      .type('text/html; charset=utf-8')
      .send(docsPage(document, nonce));
  });
}

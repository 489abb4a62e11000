import type { FastifyInstance } from 'fastify';
import { bearerOf } from '../../features/identity/tokens/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { isSecret } from '../../realtime/callers/identities.ts';

/** Serves `/metrics` to whoever brings the token, and times what the app answers. */
export function serveMetrics(
  app: FastifyInstance,
  { metrics: { registry, requests }, token }: { metrics: Metrics; token: string },
): void {
  const isToken = isSecret(token);
  app.addHook('onResponse', async (request, reply) => {
    // Patterns alone: an id in a label would make a series of its own for each thing.
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  const logLevel = app.log.level === 'silent' ? 'silent' : 'warn';
  app.get('/metrics', { logLevel }, async (request, reply) => {
    const presented = bearerOf(request.headers.authorization);
    if (presented === null || !isToken(presented))
      throw new AppError('unauthenticated', 'The token of METRICS_TOKEN is needed.');
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}

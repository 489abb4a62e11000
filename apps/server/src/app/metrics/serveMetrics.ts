import { msg } from '@halyard/messages';
import type { FastifyInstance } from 'fastify';
import { bearerOf } from '../../features/identity/tokens/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import { isSecret } from '../../realtime/callers/identities.ts';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` to clients that send the right token, and measures response times. */
export function serveMetrics(
  app: FastifyInstance,
  { metrics: { registry, requests }, token }: { metrics: Metrics; token: string },
): void {
  const isToken = isSecret(token);
  app.addHook('onResponse', async (request, reply) => {
    // Use the pattern of the route as the label. With IDs in labels, each ID would create a
    // separate time series.
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  const logLevel = app.log.level === 'silent' ? 'silent' : 'warn';
  app.get('/metrics', { logLevel }, async (request, reply) => {
    const presented = bearerOf(request.headers.authorization);
    if (presented === null || !isToken(presented))
      throw new AppError('unauthenticated', msg`Send the token that is set in METRICS_TOKEN.`);
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}

/**
 * Responds to `/metrics` with 404 if metrics are off. Otherwise, this path would show the console,
 * as other unknown paths do.
 */
export function refuseMetrics(app: FastifyInstance): void {
  app.get('/metrics', async () => {
    throw new AppError('not-found', msg`Metrics are off. Set METRICS_TOKEN to turn them on.`);
  });
}

import type { TreeStore } from '@halyard/realtime';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics of this process for Prometheus. They exist only if the operator turns them on. */
export interface Metrics {
  readonly registry: Registry;
  /**
   * The duration of HTTP requests in seconds, by method, route pattern and status. Contains no IP
   * addresses.
   */
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /**
   * Wraps the store of the realtime database so that a metric records the duration of each commit.
   */
  timed(store: TreeStore): TreeStore;
}

/**
 * The histogram buckets for the durations of requests, in seconds. A normal request takes
 * milliseconds; hashing a password takes a tenth of a second.
 */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/**
 * The histogram buckets for the durations of commits, in seconds. The smallest are for an fsync on
 * flash storage, and the largest for one on a slow disk.
 */
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'halyard_http_request_seconds',
    help: 'Time to respond to an API call or to a request for a file of the console',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  });
  const commits = new Histogram({
    name: 'halyard_realtime_commit_seconds',
    help: 'Time until a batch of realtime writes is durable',
    buckets: COMMIT_BUCKETS,
    registers: [registry],
  });
  return {
    registry,
    requests,
    timed: (store) => ({
      ...(store.volatile && { volatile: store.volatile }),
      load: (onRows, onBroken) => store.load(onRows, onBroken),
      recover: () => store.recover(),
      close: () => store.close(),
      async commit(batch) {
        const end = commits.startTimer();
        await store.commit(batch);
        end();
      },
    }),
  };
}

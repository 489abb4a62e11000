import type { Services } from '../../features/calls/context.ts';

/** Whether each of the two databases works. */
export interface Health {
  database: boolean;
  realtime: boolean;
}

/**
 * How long, in ms, health checks rely on the last successful test write. Not every check writes,
 * because anyone can request one.
 */
const PROVEN_MS = 1000;
/** The time in ms after which a database that does not respond counts as unavailable. */
const PATIENCE_MS = 3000;

/**
 * Returns a function that checks whether both databases respond and can store data. The check
 * writes to them, but changes no data.
 */
export function createHealth({ db, link }: Pick<Services, 'db' | 'link'>): () => Promise<Health> {
  const databaseKeeps = provenFor(() => db.canWrite());
  const realtimeKeeps = provenFor(() => link.canStore());
  return async () => {
    const [database, realtime] = await Promise.all([
      inTime(both(db.isHealthy(), databaseKeeps)),
      inTime(both(link.isHealthy(), realtimeKeeps)),
    ]);
    return { database, realtime };
  };
}

/**
 * Returns a function that runs a health check, unless one has succeeded within the last PROVEN_MS.
 * Simultaneous calls share one check.
 */
function provenFor(ask: () => Promise<boolean>): () => Promise<boolean> {
  let provenAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;
  return async () => {
    if (performance.now() - provenAt < PROVEN_MS) return true;
    asking ??= ask().finally(() => {
      asking = null;
    });
    const isProven = await asking;
    if (isProven) provenAt = performance.now();
    return isProven;
  };
}

async function both(first: Promise<boolean>, second: () => Promise<boolean>): Promise<boolean> {
  return (await first) && (await second());
}

async function inTime(asked: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

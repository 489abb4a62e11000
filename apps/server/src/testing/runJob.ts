import type { Database } from '../platform/database/database.ts';
import type { Job, JobsParts } from '../platform/jobs/jobs.ts';

/**
 * A lease for tests with a single process. It never starts the jobs that only the lease holder may
 * run.
 */
export const ALONE: JobsParts['lease'] = { isAlone: true, add: async () => {} };

/** Starts a job, runs it a few times, and stops it. */
export async function runJob(job: Job, db: Database, rounds = 1): Promise<void> {
  const stopping = new AbortController();
  const work = await job.begin({ db, signal: stopping.signal, kick() {}, failed() {} });
  for (let round = 0; round < rounds; round++) await work.round();
  stopping.abort();
  await work.stop?.();
}

import type { Database } from '../platform/database/database.ts';
import type { Job, JobsParts } from '../platform/jobs/jobs.ts';

/** A lease for tests: this is the only process, and it runs no jobs for the lease holder. */
export const ALONE: JobsParts['lease'] = { isAlone: true, add: async () => {} };

/** Starts a job, runs it a few times, and stops it. */
export async function runJob(job: Job, db: Database, rounds = 1): Promise<void> {
  const stopping = new AbortController();
  const work = await job.begin({ db, signal: stopping.signal, kick() {}, failed() {} });
  for (let round = 0; round < rounds; round++) await work.round();
  stopping.abort();
  await work.stop?.();
}

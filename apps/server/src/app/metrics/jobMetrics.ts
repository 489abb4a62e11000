import { Gauge, type Registry } from 'prom-client';
import type { JobState, Jobs } from '../../platform/jobs/jobs.ts';
import type { Lease } from '../../platform/jobs/lease.ts';

/**
 * Exposes metrics about the background jobs of this process, and whether the process holds the
 * lease to run them.
 */
export function watchJobs(registry: Registry, jobs: Jobs, lease: Lease): void {
  const registers = [registry];
  const add = (name: string, help: string, read: (state: JobState) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'] as const,
      registers,
      collect() {
        this.reset();
        for (const state of jobs.states()) {
          const value = read(state);
          if (value !== null) this.set({ job: state.name }, value);
        }
      },
    });
  add('halyard_job_running', '1 if the job runs in this process', ({ isRunning }) =>
    Number(isRunning),
  );
  add(
    'halyard_job_failures',
    'Failures of the job since this process started',
    ({ failures }) => failures,
  );
  add(
    'halyard_job_last_success_timestamp_seconds',
    'When a run of the job last succeeded in this process',
    ({ lastSuccessAt }) => lastSuccessAt && lastSuccessAt / 1000,
  );
  add(
    'halyard_job_last_round_seconds',
    'How long the last run of the job took',
    ({ lastMs }) => lastMs && lastMs / 1000,
  );
  new Gauge({
    name: 'halyard_lease_epoch',
    help: 'Number of the term in which this process runs the jobs that only one process may run; 0 if it runs none',
    registers,
    collect() {
      this.set(lease.term?.epoch ?? 0);
    },
  });
}

import path from 'node:path';
import type { RealtimeServer } from '@halyard/realtime';
import { pino } from 'pino';
import { openDatabase } from '../../../../platform/database/database.ts';
import { localBus } from '../../../../platform/jobs/bus.ts';
import { Jobs } from '../../../../platform/jobs/jobs.ts';
import { Lease } from '../../../../platform/jobs/lease.ts';
import { embeddedTree } from '../../../../realtime/tree/embeddedTree.ts';
import { followTree } from '../../../../realtime/tree/followTree.ts';
import { PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { historyJob, historyRetentionJob } from '../recording/jobs.ts';
import { addFlags } from './benchFlags.ts';

/**
 * Maintains a live copy of the benchmark server's realtime data, with the same code as in
 * production. Can also record the history of all flags in a SQLite file.
 * @returns a function that writes the remaining data and stops
 */
export async function followForBench(
  server: RealtimeServer,
  options: { flags: readonly string[]; directory: string; history: boolean },
): Promise<() => Promise<void>> {
  const log = pino({ level: 'silent' });
  const { live, loaded, stop } = followTree(embeddedTree(server), Date.now, log);
  await loaded;
  if (!options.history) return async () => stop();
  const db = await openDatabase({ dataDir: path.join(options.directory, 'history') });
  await addFlags(db, options.flags);
  const link = {
    record: live.record.bind(live),
    watch: live.watch.bind(live),
    isHealthy: async () => true,
  };
  const services = { db, link, clock: Date.now, poles: new PoleIndex(db) };
  const lease = await Lease.open({ name: 'jobs', db, databaseUrl: null, log });
  const list = [historyJob(services), historyRetentionJob(services, () => 400)];
  const jobs = new Jobs({ ...services, log, lease, bus: localBus() });
  await jobs.start(list);
  return async () => {
    await jobs.stop();
    stop();
    await db.close();
  };
}

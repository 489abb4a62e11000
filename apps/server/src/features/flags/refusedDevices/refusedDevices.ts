import { clockOffset, type FlagRecord, isClockOff, refusalText } from '@halyard/domain';
import type { RefusedRequest } from '@halyard/realtime';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
import { type BurstReport, Bursts } from './bursts.ts';
import { resolve } from './resolve.ts';
import { sightingOf } from './sighting.ts';
import { storeRefusal } from './store.ts';

/** How often rejected requests of devices are written to the database, in ms. */
const ROUND_MS = 500;
/** The maximum age in ms of a report that is used to check a pole's clock. */
const FRESH_MS = 10_000;
/**
 * The maximum number of reports about rejected devices that are written at once. Any further
 * reports are written later.
 */
const AT_ONCE = 200;

/** Records the devices that the realtime database rejects, and the poles whose clock is wrong. */
export interface RefusedDevices {
  refused(request: RefusedRequest): void;
  /** The job that stores rejected requests of devices. */
  readonly job: Job;
}

/**
 * Watches which devices this process's realtime database rejects, and which poles' clocks are
 * wrong.
 */
export function watchRefusedDevices(
  services: Pick<Services, 'db' | 'link' | 'clock' | 'log'>,
): RefusedDevices {
  const { db, link, clock, log } = services;
  const bursts = new Bursts();
  let waiting: BurstReport[] = [];

  const write = async ({ sighting, count, firstAt, lastAt, isNew }: BurstReport) => {
    const resolved = await resolve(db.queries, sighting);
    await storeRefusal(db.queries, sighting, resolved, { count, firstAt, lastAt });
    if (!isNew) return;
    const { address, node } = sighting;
    const path = node && `users/${node.ownerId}/hardware/${node.flagId}`;
    const about = { reason: resolved.reason, flag: resolved.flag?.name ?? null, path, address };
    log.warn(about, `A device has a problem: ${refusalText(resolved)}`);
  };
  const writeAll = async (most: number) => {
    for (const report of waiting.slice(0, most)) {
      await write(report);
      waiting = waiting.filter((one) => one !== report);
    }
  };
  return {
    refused(request) {
      const sighting = sightingOf(request);
      if (sighting) bursts.note(sighting, clock());
    },
    job: {
      name: 'refused-devices',
      where: 'each',
      everyMs: ROUND_MS,
      begin() {
        const unwatch = link.watch((address, record) => {
          const ahead = clockProblem(record, clock());
          if (ahead !== null) bursts.note(clockSighting(address, ahead), clock());
        });
        return {
          async round() {
            // Refusals are still counted while the database is not available.
            if (waiting.length === 0) waiting = bursts.take(clock());
            await writeAll(AT_ONCE);
          },
          async stop() {
            unwatch();
            waiting.push(...bursts.end());
            await writeAll(waiting.length);
          },
        };
      },
    },
  };
}

/**
 * Returns by how many seconds a pole's clock is ahead. Null if the clock is right or the report is
 * old.
 */
function clockProblem(record: FlagRecord, now: number): number | null {
  if (record.seenAt === null || Math.abs(now - record.seenAt) > FRESH_MS) return null;
  const offset = clockOffset(record);
  return offset !== null && isClockOff(offset) ? offset : null;
}

const clockSighting = (node: FlagAddress, ahead: number) =>
  ({
    brought: { kind: 'nothing' },
    problem: 'clock',
    node,
    detail: String(ahead),
    address: null,
  }) as const;

import type { Position } from '@halyard/domain';
import type { Engine } from '../../../../platform/database/engines/engine.ts';
import { LiveState } from '../../../../realtime/tree/liveState.ts';
import { createHarness, type Harness } from '../../../../testing/harness.ts';
import { createWorld, type World } from '../../../../testing/world.ts';
import type { Services } from '../../../calls/context.ts';
import { PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { HistoryRetention } from '../recording/historyRetention.ts';
import { type HistoryServices, HistoryWriter } from '../recording/historyWriter.ts';
import { noPause } from '../recording/slices.ts';

/** A pole that reports to the test's copy of the realtime data. */
export interface ReportingPole {
  id: string;
  ownerId: string;
  flagId: string;
}

/**
 * A tenant with poles that report, and the code that records their history. All use the clock of
 * the test.
 */
export interface Recorded {
  harness: Harness;
  world: World;
  services: Services & HistoryServices;
  poles: ReportingPole[];
  /** Whether the realtime database can be reached. */
  healthy: boolean;
  historyWriter: HistoryWriter;
  report(pole: ReportingPole, volts: number | string, position?: Position): void;
  /** Advances the clock, and writes the history once a minute. */
  pass(milliseconds: number): Promise<void>;
  /** Stops or crashes the process, and starts another one after the given number of ms. */
  restart(how: 'stop' | 'crash', milliseconds: number): Promise<void>;
  historyRetention(keepDays?: number): Promise<void>;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

export async function createRecorded(engine: Engine): Promise<Recorded> {
  const harness = await createHarness({ engine });
  const world = await createWorld(harness, await harness.as('master'));
  // The clocks of poles have whole seconds.
  harness.time.now = Math.ceil(harness.time.now / 1000) * 1000;
  const live = new LiveState();
  /** The number of the current process. Earlier processes receive no more reports. */
  let process = 0;
  const services: Services & HistoryServices = {
    ...harness.services,
    poles: new PoleIndex(harness.services.db),
    link: {
      ...harness.link,
      record: (address) => live.record(address),
      watch(watcher) {
        const mine = process;
        return live.watch((address, record) => {
          if (mine === process) watcher(address, record);
        });
      },
      isHealthy: async () => recorded.healthy,
    },
  };
  const rows = await harness.services.db.queries
    .selectFrom('flags')
    .select(['id', 'owner_id as ownerId', 'flag_id as flagId'])
    .orderBy('name')
    .execute();
  const begin = async () => {
    recorded.historyWriter = new HistoryWriter(services, noPause);
    await recorded.historyWriter.round();
  };
  const recorded: Recorded = {
    harness,
    world,
    services,
    poles: rows,
    healthy: true,
    historyWriter: new HistoryWriter(services, noPause),
    report({ ownerId, flagId }, voltage, position) {
      const data: Record<string, unknown> = {
        voltage,
        seenAt: harness.time.now,
        'reported/lastSeen': Math.floor(harness.time.now / 1000),
      };
      if (position) {
        data['reported/flagUp'] = position === 'up';
        data['reported/flagHalf'] = position === 'half';
        data['reported/flagDown'] = position === 'down';
      }
      live.apply({ type: 'patch', path: `/${ownerId}/hardware/${flagId}`, data });
    },
    async pass(milliseconds) {
      const end = harness.time.now + milliseconds;
      while (harness.time.now < end) {
        harness.time.now = Math.min(end, harness.time.now + MINUTE_MS);
        await recorded.historyWriter.round();
      }
    },
    async restart(how, milliseconds) {
      if (how === 'stop') await recorded.historyWriter.stop();
      process++;
      harness.time.now += milliseconds;
      await begin();
    },
    historyRetention: (keepDays = 400) =>
      new HistoryRetention(services, () => keepDays, noPause).round(),
    close: () => harness.close(),
  };
  await begin();
  return recorded;
}

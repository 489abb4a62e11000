import type { FlagHistory, Position } from '@halyard/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { isFull } from '../../../testing/full.ts';
import { flagHistory } from './history.ts';
import { createRecorded, type Recorded, type ReportingPole } from './testing/recorded.ts';

/**
 * This test compares the stored history with a simple list of all reports. Reports are random, and
 * so are stops, crashes and clock jumps of the server. HALYARD_FULL=1 runs ten times as many cases.
 */

const RUNS = isFull ? 40 : 4;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SLOT = 5 * MINUTE;
const ONLINE = 300 * SECOND;

const which = fc.nat({ max: 1 });
const event = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('report' as const),
      which,
      volts: fc.integer({ min: 3800, max: 5000 }).map((v) => v / 100),
      position: fc.constantFrom('up' as const, 'half' as const, 'down' as const),
      seconds: fc.integer({ min: 1, max: 400 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('quiet' as const), minutes: fc.nat(90) }) },
  fc.record({
    what: fc.constantFrom('stop' as const, 'crash' as const),
    seconds: fc.integer({ min: 1, max: 4000 }),
  }),
  fc.record({
    what: fc.constant('asleep' as const),
    minutes: fc.integer({ min: 2, max: 100 }),
  }),
  fc.record({ what: fc.constant('lost' as const), minutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ what: fc.constant('fold' as const) }),
);

/**
 * The events for a special case: the last recording period begins exactly when the requested time
 * range ends.
 */
const BEGINS_AT_THE_END: Event[] = [
  { what: 'report', which: 0, volts: 38, position: 'up', seconds: 1 },
  { what: 'lost', minutes: 1 },
];

interface Report {
  at: number;
  volts: number;
  position: Position;
  /**
   * The index of the recording period that the report belongs to; null if nothing was being
   * recorded.
   */
  watch: number | null;
}

/** A model of the history that keeps all events in simple lists. */
class Model {
  readonly reports = new Map<string, Report[]>();
  readonly watches: { from: number; until: number }[] = [];
  watching = false;

  begin(now: number): void {
    this.watches.push({ from: now, until: now });
    this.watching = true;
  }

  /** Records that the history has been written up to now. */
  wrote(now: number): void {
    this.watches.at(-1)!.until = now;
  }

  report(id: string, report: Omit<Report, 'watch'>): void {
    const all = this.reports.get(id) ?? [];
    all.push({ ...report, watch: this.watching ? this.watches.length - 1 : null });
    this.reports.set(id, all);
  }

  /** Forgets what a crash would lose: the time slot that was incomplete at the last write. */
  crash(): void {
    const { until } = this.watches.at(-1)!;
    const kept = until - (until % SLOT);
    for (const all of this.reports.values())
      for (const report of all)
        if (report.watch === this.watches.length - 1 && report.at >= kept) report.watch = null;
  }

  /** Returns the known state of the pole at a given time. */
  state(id: string, at: number): { online: boolean; position: Position | null } | null {
    const watch = this.watches.find(({ from, until }) => from <= at && at < until);
    const before = (this.reports.get(id) ?? []).filter((report) => report.at <= at);
    const last = before.at(-1);
    if (!watch || !last) return null;
    const isHeard = at - last.at < ONLINE;
    if (isHeard) return { online: true, position: last.position };
    const wasKnown = before.some((r) => r.at + ONLINE > watch.from);
    return wasKnown || at >= watch.from + ONLINE ? { online: false, position: null } : null;
  }

  /**
   * Returns all times when the pole's state may change, and the times just before and after each.
   */
  moments(id: string): number[] {
    const all = this.watches.flatMap(({ from, until }) => [from, until, from + ONLINE]);
    for (const { at } of this.reports.get(id) ?? []) all.push(at, at + ONLINE);
    return all.flatMap((at) => [at - 1, at, at + 1, at + MINUTE]);
  }

  /** Returns the voltages of a time slot, and whether they all belong to one recording period. */
  volts(id: string, from: number, until: number) {
    const reports = (this.reports.get(id) ?? []).filter(
      ({ at, watch }) => watch !== null && from <= at && at < until,
    );
    return {
      all: reports.map(({ volts }) => volts),
      isWhole: new Set(reports.map(({ watch }) => watch)).size === 1,
    };
  }
}

function expectEqual(model: Model, { id }: ReportingPole, history: FlagHistory, end: number): void {
  for (const { from, until, low, mean, high } of history.points) {
    if (until > end - (end % SLOT)) continue;
    const { all, isWhole } = model.volts(id, from, until);
    expect([from, low]).toEqual([from, all.length === 0 ? null : Math.min(...all)]);
    expect([from, high]).toEqual([from, all.length === 0 ? null : Math.max(...all)]);
    // Averages are stored in hundredths of a volt.
    if (isWhole)
      expect(Math.abs(mean! - all.reduce((a, b) => a + b) / all.length)).toBeLessThan(0.0051);
  }
  const wrong: unknown[] = [];
  for (const at of model.moments(id)) {
    if (at < history.from || at >= end) continue;
    const known = model.state(id, at);
    const presence = history.presence.find(({ from, until }) => from <= at && at < until);
    const online = known ? Number(known.online) : null;
    if (presence?.online !== online) wrong.push({ at, online, presence });
    const position = history.positions.find(({ from, until }) => from <= at && at < until);
    if (position?.position !== (known?.position ?? null)) wrong.push({ at, known, position });
  }
  expect(wrong).toEqual([]);
}

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

async function play(recorded: Recorded, model: Model, given: Event): Promise<void> {
  const { harness, poles } = recorded;
  const { time } = harness;
  const pass = async (milliseconds: number) => {
    await recorded.pass(milliseconds);
    if (model.watching) model.wrote(time.now);
  };
  switch (given.what) {
    case 'report': {
      const { volts, position } = given;
      const pole = poles[given.which]!;
      model.report(pole.id, { at: time.now, volts, position });
      recorded.report(pole, volts, position);
      return pass(given.seconds * SECOND);
    }
    case 'quiet':
      return pass(given.minutes * MINUTE);
    case 'stop':
    case 'crash': {
      if (model.watching && given.what === 'stop') model.wrote(time.now);
      if (given.what === 'crash') model.crash();
      await recorded.restart(given.what, given.seconds * SECOND);
      return model.begin(time.now);
    }
    case 'asleep':
      time.now += given.minutes * MINUTE;
      await recorded.historyWriter.round();
      return model.begin(time.now);
    case 'lost': {
      recorded.healthy = false;
      await recorded.historyWriter.round();
      model.watching = false;
      time.now += given.minutes * MINUTE;
      recorded.healthy = true;
      await recorded.historyWriter.round();
      return model.begin(time.now);
    }
    case 'fold':
      return recorded.historyRetention();
  }
}

describe.each(engines)("a pole's history after random events on %s", (engine) => {
  test('matches the reports despite restarts, crashes, suspended machines and lost connections', {
    timeout: isFull ? 300_000 : 30_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 60 }), async (events) => {
        const recorded = await createRecorded(engine);
        try {
          const model = new Model();
          model.begin(recorded.harness.time.now);
          for (const given of events) await play(recorded, model, given);
          const ctx = await recorded.harness.contextOf(recorded.world.companyUser.id);
          for (const pole of recorded.poles)
            expectEqual(
              model,
              pole,
              await flagHistory(ctx, pole.id, { range: 'day' }),
              ctx.clock(),
            );
        } finally {
          await recorded.close();
        }
      }),
      { numRuns: RUNS, examples: [[BEGINS_AT_THE_END]] },
    );
  });
});

import { isOnline, readRecord, viewFlag } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import type { Behaviour } from './behaviours.ts';
import type { Commands, Switches } from './commands.ts';
import { DEFAULT_TIMING, Pole, type PoleTiming, type Report } from './pole.ts';
import { seededRandom } from './random.ts';

const START = Date.UTC(2026, 10, 20, 15);
const whole = (desired: Switches, reported: Switches = {}): Commands => ({
  whole: true,
  desired,
  reported,
});
const change = (desired: Switches): Commands => ({ whole: false, desired, reported: {} });
const to = (field: 'flagUp' | 'flagDown' | 'flagHalf') =>
  change({ flagUp: false, flagDown: false, flagHalf: false, [field]: true });

/** A pole with a simulated clock that jumps from one of the pole's events to the next. */
class Bench {
  now = START;
  readonly pole: Pole;
  readonly reports: { at: number; report: Report }[] = [];

  constructor(behaviour: Behaviour = 'normal', timing: Partial<PoleTiming> = {}) {
    const setup = { behaviour, deviceName: 'Test pole', random: seededRandom(behaviour) };
    this.pole = new Pole({ ...setup, timing: { ...DEFAULT_TIMING, ...timing } }, START);
  }

  receive(commands: Commands): this {
    this.pole.receive(commands, this.now);
    return this;
  }

  run(milliseconds: number): this {
    const end = this.now + milliseconds;
    while (this.pole.nextAt <= end) {
      this.now = Math.max(this.now, this.pole.nextAt);
      const report = this.pole.step(this.now);
      if (!report) continue;
      this.reports.push({ at: this.now, report });
      this.pole.delivered();
    }
    this.now = end;
    return this;
  }

  get last(): Report {
    return this.reports.at(-1)!.report;
  }

  get position(): string[] {
    return ['flagUp', 'flagDown', 'flagHalf'].filter((f) => this.last[`reported/${f}`] === true);
  }
}

/** Returns a pole that is up and has sent its first report. */
const standingUp = (behaviour: Behaviour = 'normal', timing: Partial<PoleTiming> = {}) =>
  new Bench(behaviour, timing).receive(whole({}, { flagUp: true, lamp: false })).run(0);

describe('a normal pole', () => {
  test('sends its first report as soon as it has received its data, and sends its name only in that report', () => {
    const bench = new Bench().run(60_000);
    expect(bench.reports).toEqual([]);
    bench.receive(whole({}));
    bench.run(30_000);
    expect(bench.reports).toHaveLength(2);
    expect(bench.reports[0]!.report).toMatchObject({
      deviceName: 'Test pole',
      'reported/lastSeen': (START + 60_000) / 1000,
    });
    expect(bench.reports[1]!.report).not.toHaveProperty('deviceName');
  });

  test('sends its name with each report until the server has stored a report', () => {
    const { pole } = new Bench().receive(whole({}));
    expect(pole.step(START)).toHaveProperty('deviceName');
    pole.failed(START);
    expect(pole.nextAt).toBe(START + 5_000);
    expect(pole.step(START + 5_000)).toHaveProperty('deviceName');
  });

  test('reports every 30 s, and its voltage drifts slowly between 41 and 43.5 V', () => {
    const bench = standingUp().run(3_600_000);
    expect(bench.reports).toHaveLength(121);
    const volts = bench.reports.map(({ report }) => report.voltage as number);
    expect(Math.min(...volts)).toBeGreaterThanOrEqual(41);
    expect(Math.max(...volts)).toBeLessThanOrEqual(43.5);
    for (let i = 1; i < volts.length; i++)
      expect(Math.abs(volts[i]! - volts[i - 1]!)).toBeLessThan(0.15);
  });

  test('takes 2 to 6 s to move and reports on arrival', () => {
    const bench = standingUp().receive(to('flagHalf'));
    bench.run(1_999);
    expect(bench.position).toEqual(['flagUp']);
    bench.run(4_001);
    expect(bench.position).toEqual(['flagHalf']);
    expect(bench.reports.at(-1)!.at - START).toBeGreaterThanOrEqual(2_000);
  });

  test('still reports the old position while it moves', () => {
    const bench = standingUp('normal', { reportEvery: 1_000 }).receive(to('flagDown')).run(1_500);
    expect(bench.reports.length).toBeGreaterThan(1);
    expect(bench.position).toEqual(['flagUp']);
  });

  test('carries out only the last of several commands', () => {
    const bench = standingUp()
      .receive(to('flagDown'))
      .run(1_000)
      .receive(to('flagHalf'))
      .run(6_000);
    expect(bench.position).toEqual(['flagHalf']);
    expect(bench.reports.flatMap(({ report }) => report['reported/flagDown'])).not.toContain(true);
  });

  test('stops where it is when all its position switches are turned off', () => {
    const off = change({ flagUp: false, flagDown: false, flagHalf: false });
    const bench = standingUp().receive(to('flagDown')).run(1_000).receive(off).run(0);
    expect(bench.position).toEqual([]);
    expect(bench.run(60_000).position).toEqual([]);
    expect(bench.receive(to('flagUp')).run(6_000).position).toEqual(['flagUp']);
  });

  test("keeps moving to its target when another position's switch is turned off", () => {
    expect(
      standingUp()
        .receive(change({ flagDown: false }))
        .run(30_000).position,
    ).toEqual(['flagUp']);
  });

  test('switches its lamp almost immediately, without moving the flag', () => {
    const bench = standingUp()
      .receive(change({ lamp: true }))
      .run(200);
    expect(bench.last['reported/lamp']).toBe(true);
    expect(bench.position).toEqual(['flagUp']);
  });

  test('keeps its position when powered on again, then moves to the desired position', () => {
    const bench = new Bench().receive(
      whole({ flagUp: true, flagDown: false }, { flagDown: true, lamp: true }),
    );
    bench.run(0);
    expect(bench.position).toEqual(['flagDown']);
    expect(bench.last['reported/lamp']).toBe(true);
    expect(bench.run(6_000).position).toEqual(['flagUp']);
  });

  test('does not move if the database has no reports from it and all switches are off', () => {
    const off = { flagUp: false, flagDown: false, flagHalf: false, lamp: false };
    expect(new Bench().receive(whole(off)).run(0).position).toHaveLength(1);
  });

  test('sometimes reports that it was moved by hand, if configured to do so', () => {
    const moved = (bench: Bench) =>
      new Set(
        bench.reports.map(({ report }) =>
          JSON.stringify([report['reported/flagUp'], report['reported/flagDown']]),
        ),
      ).size > 1;
    expect(moved(standingUp('normal', { byHand: 60_000 }).run(3_600_000))).toBe(true);
    expect(moved(standingUp('normal').run(3_600_000))).toBe(false);
  });
});

describe('a simulated pole with unusual behavior', () => {
  test.each([
    ['warning-voltage', 44, 48],
    ['error-voltage', 48, 51],
    ['low-voltage', 36, 40],
  ] as const)('reports voltages strictly within the %s range', (behaviour, above, below) => {
    for (const { report } of standingUp(behaviour).run(7_200_000).reports) {
      expect(report.voltage).toBeGreaterThan(above);
      expect(report.voltage).toBeLessThan(below);
    }
  });

  test('does nothing if its behavior is "offline"', () => {
    const { pole } = new Bench('offline');
    expect(pole.linked).toBe(false);
    expect(pole.nextAt).toBe(Number.POSITIVE_INFINITY);
    expect(pole.step(START + 1e9)).toBeNull();
  });

  test('keeps reporting, but neither moves nor switches its lamp, if its behavior is "never-follows"', () => {
    const bench = standingUp('never-follows')
      .receive(to('flagDown'))
      .receive(change({ lamp: true }));
    bench.run(600_000);
    expect(bench.position).toEqual(['flagUp']);
    expect(bench.last['reported/lamp']).toBe(false);
    expect(bench.reports.length).toBeGreaterThan(15);
  });

  test('sends an unusual report if its behavior is "string-voltage", "na-voltage" or "no-switches"', () => {
    expect(standingUp('string-voltage').last.voltage).toBe('42.7');
    expect(standingUp('na-voltage').last.voltage).toBe('n/a');
    expect(Object.keys(standingUp('no-switches').last).sort()).toEqual([
      'deviceName',
      'reported/lastSeen',
      'voltage',
    ]);
  });

  test('counts as online even if its clock is a year behind', () => {
    const lastSeen = standingUp('wrong-clock').last['reported/lastSeen'] as number;
    expect(lastSeen).toBe(START / 1000 - 365 * 86_400);
    expect(isOnline({ lastSeen, seenAt: START }, START)).toBe(true);
  });

  test('repeatedly stops reporting, sometimes for over 300 s, and reconnects each time, if its behavior is "flapping"', () => {
    const bench = standingUp('flapping').run(4 * 3_600_000);
    const gaps = bench.reports.slice(1).map(({ at }, i) => at - bench.reports[i]!.at);
    expect(gaps.some((gap) => gap > 300_000)).toBe(true);
    expect(gaps.filter((gap) => gap < 30_000).length).toBeGreaterThan(5);
    expect(gaps.every((gap) => gap < 500_000)).toBe(true);
  });
});

test('simulated poles report values that the domain package can read', () => {
  const { last } = standingUp();
  const reported = Object.fromEntries(
    Object.entries(last).flatMap(([key, value]) =>
      key.startsWith('reported/') ? [[key.slice('reported/'.length), value]] : [],
    ),
  );
  const record = readRecord({ voltage: last.voltage, deviceName: last.deviceName, reported });
  expect(viewFlag(record, START)).toMatchObject({ isOnline: true, position: 'up' });
  expect(record.voltage).toBe(last.voltage);
});

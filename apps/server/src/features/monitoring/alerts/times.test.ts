import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../testing/harness.ts';
import { type AlertWorld, createAlertWorld, type WatchedPole } from './testing/alertWorld.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('alerting over time', () => {
  let world: AlertWorld;
  let pole: WatchedPole;
  beforeEach(async () => {
    world = await createAlertWorld('sqlite');
    pole = await world.poleOf(world.company.flagRowId);
    await world.poleOf(world.company.otherFlagRowId);
    await world.pass(SECOND);
  });
  afterEach(() => world.close());

  const subjects = async () => (await world.mails()).map(({ subject }) => subject);
  const open = async (by: Client = world.master) => (await by.call('GET', '/api/alerts')).json;

  test('reports voltage problems and failed moves within 10 s, and unconfirmed commands only if a user turns that alert on', async () => {
    const { now } = world.harness.time;
    const command = { id: 'c', by: 'u', issuedAt: now };
    const sent = { flagDown: true, reported: { flagUp: true, flagDown: false }, command };
    Object.assign(pole.node, sent, { voltage: 38.2 });
    await world.pass(10 * SECOND);
    expect(await subjects()).toEqual(['Voltage out of range: Gate (North)']);
    await world.set({
      on: {
        offline: true,
        voltage: true,
        'not-confirmed': true,
        'movement-failed': true,
        'wrong-position': true,
      },
    });
    await world.pass(15 * SECOND);
    expect(await subjects()).toEqual(['Command not confirmed: Gate (North)']);
    pole.node.command = { ...command, closedAt: world.harness.time.now, outcome: 'lapsed' };
    await world.pass(10 * SECOND);
    expect(await subjects()).toEqual(['Last move failed: Gate (North)']);
    expect(
      (await open()).map((alert: { condition: string }) => alert.condition).toSorted(),
    ).toEqual(['movement-failed', 'not-confirmed', 'voltage']);
  });

  test('ends an offline alert 2 minutes after the pole reports again, even if no more reports follow', async () => {
    await world.set({ offlineMinutes: 5 });
    pole.isSilent = true;
    await world.pass(6 * MINUTE);
    expect(await subjects()).toEqual(['Offline: Gate (North)']);
    pole.isSilent = false;
    await world.pass(SECOND);
    pole.isSilent = true;
    await world.pass(110 * SECOND);
    expect(await subjects()).toEqual([]);
    await world.pass(20 * SECOND);
    expect(await subjects()).toEqual(['Back online: Gate (North)']);
  });

  test('sends only a few emails about a voltage that keeps crossing a limit or a pole that keeps going offline', async () => {
    for (let i = 0; i < 5; i++) {
      pole.node.voltage = 30;
      await world.pass(MINUTE);
      pole.node.voltage = 42;
      await world.pass(MINUTE);
    }
    expect(await subjects()).toEqual(['Voltage out of range: Gate (North)']);
    await world.pass(3 * MINUTE);
    expect(await subjects()).toEqual(['Voltage in range again: Gate (North)']);
    await world.set({ offlineMinutes: 5 });
    for (let i = 0; i < 3; i++) {
      pole.isSilent = true;
      await world.pass(6 * MINUTE);
      pole.isSilent = false;
      await world.pass(3 * MINUTE);
    }
    expect(await subjects()).toEqual(['Back online: Gate (North)', 'Offline: Gate (North)']);
  });

  test('reports the same condition again only after half an hour, and only if the condition is still met', async () => {
    const low = async (ms: number) => {
      pole.node.voltage = 30;
      await world.pass(ms);
      pole.node.voltage = 42;
    };
    await low(MINUTE);
    await world.pass(3 * MINUTE);
    await low(MINUTE);
    await world.pass(3 * MINUTE);
    const [again, waiting] = [
      'Voltage in range again: Gate (North)',
      'Voltage out of range: Gate (North)',
    ];
    expect(await subjects()).toEqual([again, waiting]);
    await low(21 * MINUTE);
    expect(await subjects()).toEqual([]);
    await low(2 * MINUTE);
    expect(await subjects()).toEqual([waiting]);
  });

  test("delays emails until quiet hours end in the pole's time zone, and drops emails about alerts that have ended by then", async () => {
    await world.set({ quietHours: { from: '22:00', until: '07:00' } });
    // It is Saturday evening in Austin.
    await world.restart(Date.parse('2026-11-21T22:00:00-06:00') - world.harness.time.now);
    await world.pass(SECOND);
    pole.node.voltage = 30;
    const [brief] = await world.addPoles(['Brief']);
    brief!.node.voltage = 30;
    await world.pass(5 * MINUTE);
    brief!.node.voltage = 42;
    await world.pass(5 * MINUTE);
    expect(await subjects()).toEqual([]);
    expect(await open()).toHaveLength(1);
    await world.restart(Date.parse('2026-11-22T06:59:00-06:00') - world.harness.time.now);
    await world.pass(50 * SECOND);
    expect(await subjects()).toEqual([]);
    await world.pass(20 * SECOND);
    expect(await subjects()).toEqual(['Voltage out of range: Gate (North)']);
  });

  test('does not mistake a server outage or a clock jump for offline poles', async () => {
    await world.restart(3 * HOUR);
    pole.isSilent = true;
    await world.pass(10 * MINUTE);
    // The process is suspended for an hour.
    world.harness.time.now += HOUR;
    await world.pass(14 * MINUTE);
    // The realtime database is not available.
    world.harness.link.healthy = false;
    await world.pass(5 * MINUTE);
    world.harness.link.healthy = true;
    await world.pass(14 * MINUTE);
    world.harness.time.now -= 10 * MINUTE;
    await world.pass(14 * MINUTE);
    expect(await subjects()).toEqual([]);
    await world.pass(2 * MINUTE);
    expect(await subjects()).toEqual(['Offline: Gate (North)']);
  });
});

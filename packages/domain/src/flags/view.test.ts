import { describe, expect, test } from 'vitest';
import type { AlertCondition } from '../alerts/conditionNames.ts';
import { summarise } from '../alerts/summary.ts';
import { ALL_OFF } from './live/switches.ts';
import { masterControlIsOn, masterControlStates } from './masterControl.ts';
import { ABSENT_RECORD, readRecord } from './record.ts';
import { viewFlag } from './view.ts';

const NOW = 1_763_640_000_000;
const heard = { lastSeen: NOW / 1000 - 5 };
const switchOf = (view: ReturnType<typeof viewFlag>, field: string) =>
  view.switches.find((one) => one.field === field)!;

describe("a flag's view", () => {
  test('is offline, with all switches off and no voltage, if there is no live data (spec §4)', () => {
    const view = viewFlag(ABSENT_RECORD, NOW);
    expect(view).toMatchObject({
      isOnline: false,
      lastSeen: null,
      voltage: null,
      command: 'none',
      position: 'unknown',
    });
    expect(view.switches.map((one) => one.state)).toEqual([false, false, false, false]);
  });

  test('shows the commanded state of a switch while the command is pending, then the reported state again', () => {
    const record = readRecord({
      flagUp: false,
      flagDown: true,
      reported: { ...heard, flagUp: true, flagDown: false },
      command: { id: 'c', issuedAt: NOW, by: 'u' },
    });
    const pending = switchOf(viewFlag(record, NOW + 1), 'flagDown');
    expect(pending).toMatchObject({ state: true, phase: 'pending', desired: true });
    const later = switchOf(viewFlag(record, NOW + 15_000), 'flagDown');
    expect(later).toMatchObject({ state: false, phase: 'not-confirmed', desired: true });
    expect(viewFlag(record, NOW + 15_000).desiredPosition).toBe('down');
    expect(switchOf(viewFlag(record, NOW + 1), 'lamp').phase).toBe('no-feedback');
  });

  test('shows the desired value of a switch that the pole never reports, and never shows that switch as pending', () => {
    const record = readRecord({
      lamp: true,
      reported: { ...heard },
      command: { id: 'c', issuedAt: NOW, by: 'u' },
    });
    expect(switchOf(viewFlag(record, NOW + 1), 'lamp')).toMatchObject({
      state: true,
      phase: 'no-feedback',
    });
  });

  test('shows the position as unknown if all switches are off, and as moving while a command is pending', () => {
    const off = { flagUp: false, flagDown: false, flagHalf: false };
    const still = readRecord({ ...off, reported: { ...heard, ...off } });
    expect(viewFlag(still, NOW).position).toBe('unknown');
    const moving = readRecord({
      ...off,
      flagUp: true,
      reported: { ...heard, ...off },
      command: { id: 'c', issuedAt: NOW, by: 'u' },
    });
    expect(viewFlag(moving, NOW + 1).position).toBe('moving');
  });
});

describe('the dashboard cards (spec §2)', () => {
  test('show 0% and no trend if there are no flags', () => {
    expect(summarise([])).toEqual({
      total: 0,
      online: 0,
      uptimePercent: 0,
      uptimeIsPositive: null,
      alerts: 0,
      otherAlerts: {},
      notConfirmed: 0,
    });
  });

  test('count voltage alerts only for online flags, and every other condition for all flags', () => {
    const flag = (isOnline: boolean, ...openAlerts: AlertCondition[]) => ({
      openAlerts,
      view: { isOnline, command: 'none' as const },
    });
    const flags = [
      flag(true, 'voltage'),
      flag(true, 'voltage', 'movement-failed'),
      flag(false, 'voltage', 'offline'),
      flag(false, 'offline'),
      flag(true),
    ];
    expect(summarise(flags)).toMatchObject({
      alerts: 2,
      otherAlerts: { offline: 2, 'movement-failed': 1 },
    });
  });

  test('show a positive trend only if at least 85% of flags are online, without rounding', () => {
    const flags = (online: number, total: number) =>
      Array.from({ length: total }, (_, i) => ({
        openAlerts: [],
        view: {
          isOnline: i < online,
          command: i < 2 ? ('not-confirmed' as const) : ('none' as const),
        },
      }));
    expect(summarise(flags(17, 20))).toMatchObject({ uptimePercent: 85, uptimeIsPositive: true });
    expect(summarise(flags(169, 199))).toMatchObject({
      uptimePercent: 85,
      uptimeIsPositive: false,
      notConfirmed: 2,
    });
  });
});

describe('master controls (spec §4)', () => {
  const up = readRecord({
    flagUp: true,
    lamp: true,
    reported: { ...heard, flagUp: true, lamp: true },
  });
  const down = readRecord({ flagDown: true, reported: { ...heard, flagDown: true, lamp: false } });
  const away = readRecord({ flagDown: true });

  test('All Half turns Flag Half on and the other positions off', () => {
    expect(masterControlStates(up, viewFlag(up, NOW), 'flagHalf')).toEqual({
      ...ALL_OFF,
      flagHalf: true,
      lamp: true,
    });
  });

  test("Lamp toggles each flag's own lamp", () => {
    expect(masterControlStates(up, viewFlag(up, NOW), 'lamp').lamp).toBe(false);
    expect(masterControlStates(down, viewFlag(down, NOW), 'lamp').lamp).toBe(true);
  });

  test("a control is on if every online flag's switch is on, and off if no flag is online", () => {
    const views = [up, away].map((record) => viewFlag(record, NOW));
    expect(masterControlIsOn(views, 'flagUp')).toBe(true);
    expect(masterControlIsOn([...views, viewFlag(down, NOW)], 'flagUp')).toBe(false);
    expect(masterControlIsOn([viewFlag(away, NOW)], 'flagDown')).toBe(false);
    expect(masterControlIsOn([], 'flagUp')).toBe(false);
  });
});

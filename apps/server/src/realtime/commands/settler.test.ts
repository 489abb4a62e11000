import { COMMAND_LAPSE_MS, type Settlement } from '@halyard/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveState } from '../tree/liveState.ts';
import { Settler, type SettlerParts } from './settler.ts';

let now = 1_000_000;
let live: LiveState;
let written: Settlement[];
let settler: Settler;

const put = (data: unknown) =>
  live.apply({ type: 'put', path: '/company-a/hardware/POLE-1', data });
const command = (issuedAt: number) => ({ id: 'c1', issuedAt, by: 'u1' });

beforeEach(() => {
  now = 1_000_000;
  live = new LiveState();
  written = [];
  settler = new Settler({
    live,
    clock: () => now,
    write: (_address, settle) => {
      written.push(settle);
      return Promise.resolve();
    },
    onError: (error) => {
      throw error;
    },
  });
});
afterEach(() => settler.stop());

test('a command is closed when the pole reports the requested position', () => {
  put({ flagUp: true, reported: { flagUp: false }, command: command(now) });
  expect(written).toEqual([]);
  put({ flagUp: true, reported: { flagUp: true }, command: command(now) });
  expect(written).toEqual([
    { reason: 'confirmed', changes: { 'command/closedAt': now, 'command/outcome': 'confirmed' } },
  ]);
});

test('a command expires after 15 minutes, and the desired position is set to the reported one', () => {
  put({ flagDown: true, reported: { flagUp: true, flagDown: false }, command: command(now) });
  now += COMMAND_LAPSE_MS - 1;
  settler.tick();
  expect(written).toEqual([]);
  now += 1;
  settler.tick();
  expect(written).toEqual([
    {
      reason: 'lapsed',
      changes: {
        flagUp: true,
        flagDown: false,
        'command/closedAt': now,
        'command/outcome': 'lapsed',
      },
    },
  ]);
});

test('if writing the outcome of a command fails, the next check tries again', () => {
  const error = new Error('The database is away');
  const write = vi.fn<SettlerParts['write']>(async () => undefined);
  write.mockRejectedValueOnce(error);
  const onError = vi.fn();
  const own = new Settler({ live, clock: () => now, write, onError });
  put({ flagUp: true, reported: { flagUp: true }, command: command(now) });
  return vi.waitFor(() => {
    expect(onError).toHaveBeenCalledWith(error);
    now += 1000;
    own.tick();
    expect(write).toHaveBeenCalledTimes(2);
    own.stop();
  });
});

test('the desired position follows the reported one if a pole is moved by hand while no command is open', () => {
  put({ flagUp: true, reported: { flagUp: false, flagDown: true } });
  expect(written).toEqual([
    { reason: 'moved-at-pole', changes: { flagUp: false, flagDown: true } },
  ]);
});

test('the server does not change the desired state of a switch that the pole never reports', () => {
  put({ flagUp: true, lamp: true, reported: { flagUp: true } });
  expect(written).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import {
  commandKey,
  commandPhase,
  commandTo,
  desiredStates,
  differing,
  newCommand,
  newestPositionRequest,
  reportedStates,
  requestedPosition,
  settlement,
} from './command.ts';
import { ALL_OFF, type SwitchStates } from './live/switches.ts';
import { type FlagRecord, readRecord } from './record.ts';

const ISSUED = 1_763_640_000_000;
const MINUTE = 60_000;

/** Returns a flag whose last command was "up" and whose pole reports `reported`. */
const commanded = (reported: object, more: object = {}): FlagRecord =>
  readRecord({
    flagUp: true,
    flagDown: false,
    reported,
    command: { id: 'c', issuedAt: ISSUED, by: 'u', ...more },
  });
const DOWN = { flagUp: false, flagDown: true };
const UP = { flagUp: true, flagDown: false };

describe('a command', () => {
  test('is pending for 15 s, then not confirmed, and lapsed after 15 min, unless the pole reports the commanded position', () => {
    const record = commanded(DOWN);
    expect(commandPhase(record, ISSUED)).toBe('pending');
    expect(commandPhase(record, ISSUED + 14_999)).toBe('pending');
    expect(commandPhase(record, ISSUED + 15_000)).toBe('not-confirmed');
    expect(commandPhase(record, ISSUED + 15 * MINUTE - 1)).toBe('not-confirmed');
    expect(commandPhase(record, ISSUED + 15 * MINUTE)).toBe('lapsed');
    expect(commandPhase(commanded(UP), ISSUED + 1)).toBe('confirmed');
  });

  test.each([-29_000, 0, 1000])(
    "is timed from when the server received it, even if the client's clock is %i ms off",
    (offset) => {
      const issuedAt = ISSUED + offset;
      const record = commanded(DOWN, { issuedAt, receivedAt: ISSUED });
      expect(commandPhase(record, ISSUED + 14_999)).toBe('pending');
      expect(commandPhase(record, ISSUED + 15_000)).toBe('not-confirmed');
      expect(newestPositionRequest(record)?.at).toBe(ISSUED);
    },
  );

  test("keeps the time of the user's request through all steps of a move, and allows 15 s for each step", () => {
    const first = { issuedAt: ISSUED - 20_000, receivedAt: ISSUED, goal: 'half' };
    const changes = settlement(commanded(UP, first), ISSUED + 9000)?.changes;
    expect(changes).toMatchObject({
      'command/issuedAt': ISSUED + 9000,
      'command/requestedAt': ISSUED,
    });
    const next = { ...first, issuedAt: ISSUED + 9000, requestedAt: ISSUED };
    const record = commanded(DOWN, next);
    expect(newestPositionRequest(record)?.at).toBe(ISSUED);
    expect(commandPhase(record, ISSUED + 23_999)).toBe('pending');
    expect(commandPhase(record, ISSUED + 24_000)).toBe('not-confirmed');
  });

  test('has a key that clients cannot choose, made from its ID, its user and the time it was received', () => {
    const command = { id: 'c', by: 'u', issuedAt: ISSUED, receivedAt: ISSUED };
    const others = [
      { ...command, receivedAt: ISSUED + 1 },
      { ...command, by: 'v' },
      { ...command, id: 'd' },
    ];
    const keys = new Set([command, ...others].map(commandKey));
    expect(keys.size).toBe(4);
    expect(commandKey({ ...command, issuedAt: ISSUED + 9, requestedAt: ISSUED })).toBe(
      commandKey(command),
    );
  });

  test("stays pending until the flag's `moveTimeout` has passed", () => {
    const slow = { ...commanded(DOWN), moveTimeout: 60 };
    expect(commandPhase(slow, ISSUED + 59_999)).toBe('pending');
    expect(commandPhase(slow, ISSUED + 60_000)).toBe('not-confirmed');
  });

  test('has the phase "none" once it is closed', () => {
    expect(commandPhase(readRecord({ flagUp: true }), ISSUED)).toBe('none');
    expect(commandPhase(commanded(DOWN, { closedAt: 1 }), ISSUED)).toBe('none');
  });

  test('is written in the same update as the switches', () => {
    const given = { by: 'u', id: 'c', issuedAt: ISSUED };
    expect(newCommand(readRecord({}), { ...ALL_OFF, flagUp: true }, given)).toEqual({
      flagUp: true,
      flagDown: false,
      flagHalf: false,
      lamp: false,
      command: { id: 'c', issuedAt: ISSUED, by: 'u', to: 'up' },
    });
  });
});

test('a switch that the pole does not report never counts as different from its desired state', () => {
  expect(differing(commanded({ flagUp: true }))).toEqual([]);
  expect(differing(commanded(DOWN))).toEqual(['flagUp', 'flagDown']);
  expect(differing(readRecord({ reported: { lamp: true } }))).toEqual(['lamp']);
});

test('spec §3: the reported and desired states of a switch are separate, and a missing desired state equals the reported one', () => {
  const record = commanded({ flagUp: false });
  expect(reportedStates(record)).toEqual({ ...ALL_OFF });
  expect(desiredStates(record)).toEqual({ ...ALL_OFF, flagUp: true });
  expect(desiredStates(readRecord({ reported: { lamp: true } })).lamp).toBe(true);
});

describe('a pole whose command is reversed while it moves', () => {
  const SEEN = ISSUED - 20_000;
  const BACK = { by: 'u', id: 'back', issuedAt: ISSUED + 2000 };
  const down = (record: FlagRecord) => newCommand(record, { ...ALL_OFF, flagDown: true }, BACK);
  const after = (reported: object, seenAt: number) =>
    readRecord({ ...down({ ...commanded(DOWN), seenAt: SEEN }), reported, seenAt });

  test('confirms the reversing command only with a later report', () => {
    expect(commandPhase(after(DOWN, SEEN), BACK.issuedAt)).toBe('pending');
    expect(settlement(after(DOWN, SEEN), BACK.issuedAt)).toBe(null);
    // A late report of the first position does not mean that someone moved the pole by hand.
    expect(settlement(after(UP, BACK.issuedAt + 100), BACK.issuedAt + 100)).toBe(null);
    const back = after(DOWN, BACK.issuedAt + 4000);
    expect(settlement(back, BACK.issuedAt + 4000)?.reason).toBe('confirmed');
  });

  test('never confirms the reversing command if its reports stop, so the command lapses', () => {
    const silent = after(DOWN, SEEN);
    expect(commandPhase(silent, BACK.issuedAt + 15_000)).toBe('not-confirmed');
    expect(settlement(silent, BACK.issuedAt + 15 * MINUTE)?.reason).toBe('lapsed');
  });

  test('confirms the reversing command with an earlier report only if the previous command has already ended', () => {
    const old = { ...BACK, issuedAt: ISSUED + 15_000 };
    const late = newCommand(
      { ...commanded(DOWN), seenAt: SEEN },
      { ...ALL_OFF, flagDown: true },
      old,
    );
    expect(late.command).toEqual({ ...old, from: 'up', to: 'down' });
    const still = down({ ...readRecord({ ...DOWN, reported: DOWN }), seenAt: SEEN });
    expect(still.command).toEqual({ ...BACK, from: 'down', to: 'down' });
    expect(down(commanded(DOWN)).command).toEqual({ ...BACK, from: 'up', to: 'down' });
    const setBack = down({ ...commanded(DOWN), seenAt: ISSUED + 3_600_000 });
    expect(setBack.command.after).toBe(BACK.issuedAt);
  });
});

describe('a new command', () => {
  const given = { by: 'u', id: 'new', issuedAt: ISSUED + MINUTE };
  const to = (record: FlagRecord, states: Partial<SwitchStates>) =>
    newCommand(record, { ...ALL_OFF, ...states }, given).command;
  const at = (reported: object, more: object = {}) =>
    readRecord({ ...reported, reported, ...more });

  test('stores the position that the flag is moving from', () => {
    expect(to(at(UP), { flagHalf: true }).from).toBe('up');
    expect(to(at({ flagHalf: true }), { flagUp: true }).from).toBe('half');
    expect(to(readRecord({}), { flagUp: true })).toEqual({ ...given, to: 'up' });
  });

  test('starts from the position that the flag is moving to if an earlier command is still open', () => {
    expect(to(commanded(DOWN), { flagHalf: true }).from).toBe('up');
    const stepped = { flagUp: true, command: { id: 'c', issuedAt: ISSUED, by: 'u', goal: 'half' } };
    expect(to(at(DOWN, stepped), { flagUp: true }).from).toBe('half');
  });

  test('keeps the starting position of the pending command if it repeats that command', () => {
    const record = commanded({ flagHalf: true, flagUp: false }, { from: 'half' });
    expect(to(record, { flagUp: true }).from).toBe('half');
    const closed = commanded(UP, { from: 'half', closedAt: ISSUED + 1 });
    expect(to(closed, { flagUp: true }).from).toBe('up');
  });

  test('stores the requested position, so that it is still known after someone moves the pole by hand', () => {
    expect(to(at(UP), { flagHalf: true }).to).toBe('half');
    expect(to(at(UP), {}).to).toBe('stop');
    const moved = at(UP, { command: { id: 'c', issuedAt: ISSUED, by: 'u', to: 'down' } });
    expect(requestedPosition(moved)).toBe('down');
    expect(requestedPosition(readRecord({ ...moved, command: to(moved, {}) }))).toBe(null);
    // Commands from older versions do not have this field.
    expect(requestedPosition(at(UP, { command: { id: 'c', issuedAt: ISSUED, by: 'u' } }))).toBe(
      'up',
    );
  });

  test('includes the final position, not an intermediate one, if the server moves the pole in steps', () => {
    const half = commandTo(
      at({ flagDown: true }, { serverSteps: true }),
      { flagHalf: true },
      given,
    );
    const under = at({ flagDown: true }, { ...half, serverSteps: true });
    expect(half).toMatchObject({ flagUp: true, command: { from: 'down', to: 'half' } });
    expect(to(under, { flagUp: true }).from).toBe('half');
  });

  test("gives its position request the time of the user's request, not of a later step of the move", () => {
    const command = { id: 'c', issuedAt: ISSUED + 9000, requestedAt: ISSUED, by: 'u' };
    expect(newestPositionRequest(readRecord({ command }))?.at).toBe(ISSUED);
  });

  test('includes no position request if it only switches the lamp and nobody has requested a position yet', () => {
    const lit = to(at(UP), { flagUp: true, lamp: true });
    expect(newestPositionRequest(readRecord({ ...UP, lamp: true, command: lit }))).toBe(null);
    expect(to(at(UP, { command: lit, lamp: true }), { flagUp: true }).positionRequest).toEqual(
      lit.positionRequest,
    );
  });

  test('keeps the last requested position, even after several commands that change only the lamp', () => {
    const lowered = at(
      { flagHalf: true },
      { command: { id: 'c', issuedAt: ISSUED, by: 'ann', from: 'up' } },
    );
    const request = { id: 'c', by: 'ann', at: ISSUED, from: 'up' };
    expect(newestPositionRequest(lowered)).toEqual(request);
    const lit = to(lowered, { flagHalf: true, lamp: true });
    expect(lit).toEqual({ ...given, positionRequest: request });
    const after = readRecord({ flagHalf: true, lamp: true, command: lit });
    expect(newestPositionRequest(after)).toEqual(request);
    expect(to(after, { flagHalf: true }).positionRequest).toEqual(request);
    expect(to(after, { flagUp: true, lamp: true })).toEqual({ ...given, from: 'half', to: 'up' });
  });

  test('is itself used as the last position request if the request stored with it is invalid', () => {
    const command = { id: 'c', issuedAt: 1, by: 'u' };
    for (const positionRequest of [
      3,
      {},
      { id: 'a', by: 'u' },
      { by: 'u', at: 1 },
      { id: 'a', by: 7, at: 1 },
      { id: 'a', by: 'u', at: 'x' },
    ])
      expect(
        newestPositionRequest(readRecord({ command: { ...command, positionRequest, from: 'x' } })),
      ).toEqual({
        id: 'c',
        by: 'u',
        at: 1,
      });
  });
});

describe("checking a flag's command against the pole's reports", () => {
  test("changes nothing before the command's time limit", () => {
    expect(settlement(commanded(DOWN), ISSUED + MINUTE)).toBe(null);
    expect(settlement(readRecord({ ...UP, reported: UP }), ISSUED)).toBe(null);
  });

  test('closes a command as confirmed when the pole reports the requested position', () => {
    expect(settlement(commanded(UP), ISSUED + 5)).toEqual({
      reason: 'confirmed',
      changes: { 'command/closedAt': ISSUED + 5, 'command/outcome': 'confirmed' },
    });
  });

  test('closes a command after 15 minutes if the pole never reports the changed switches', () => {
    expect(commandPhase(commanded({}), ISSUED + 5)).toBe('none');
    expect(settlement(commanded({}), ISSUED + 5)).toBe(null);
    expect(settlement(commanded({}), ISSUED + 15 * MINUTE)?.reason).toBe('no-feedback');
  });

  test('sets the desired position to the reported one if the command lapses after 15 minutes', () => {
    const now = ISSUED + 15 * MINUTE;
    expect(settlement(commanded(DOWN), now)).toEqual({
      reason: 'lapsed',
      changes: {
        flagUp: false,
        flagDown: true,
        'command/closedAt': now,
        'command/outcome': 'lapsed',
      },
    });
  });

  test('sets the desired position to the reported one if the pole was moved by hand', () => {
    expect(settlement(readRecord({ ...UP, reported: DOWN }), ISSUED)).toEqual({
      reason: 'moved-at-pole',
      changes: { flagUp: false, flagDown: true },
    });
  });

  test('turns off the desired position if the pole reports a different one, even if it has never reported the desired one', () => {
    expect(settlement(readRecord({ ...DOWN, reported: { flagUp: true } }), ISSUED)).toEqual({
      reason: 'moved-at-pole',
      changes: { flagUp: true, flagDown: false },
    });
  });

  test('ignores a report that claims two positions at once, and never requests both', () => {
    const both = { flagUp: true, flagDown: true };
    expect(settlement(readRecord({ ...DOWN, reported: both }), ISSUED)).toBe(null);
    expect(settlement(readRecord({ ...DOWN, reported: { ...both, lamp: true } }), ISSUED)).toEqual({
      reason: 'moved-at-pole',
      changes: { lamp: true },
    });
    const now = ISSUED + 15 * MINUTE;
    expect(settlement(commanded(both), now)?.changes).toEqual({
      flagUp: false,
      'command/closedAt': now,
      'command/outcome': 'lapsed',
    });
    expect(settlement(readRecord({ ...ALL_OFF, reported: both }), now)).toBe(null);
    expect(desiredStates(readRecord({ flagDown: true, reported: both }))).toEqual({
      ...ALL_OFF,
      flagDown: true,
    });
    expect(desiredStates(readRecord({ reported: both }))).toEqual(ALL_OFF);
    expect(desiredStates(readRecord(both))).toEqual(ALL_OFF);
  });
});

describe('a pole that the server moves in steps', () => {
  const at = (field: string) => ({
    flagUp: false,
    flagDown: false,
    flagHalf: false,
    [field]: true,
  });
  const stepped = (reported: object, more: object = {}) =>
    readRecord({ serverSteps: true, ...at('flagDown'), reported, ...more });
  const given = { by: 'u', id: 'c', issuedAt: ISSUED };
  const HALF = { flagHalf: true };

  test.each([
    ['flagDown', HALF, 'flagUp', 'half'],
    ['flagHalf', { flagDown: true }, 'flagUp', 'down'],
    ['flagUp', HALF, 'flagHalf', undefined],
    ['flagUp', { flagDown: true }, 'flagDown', undefined],
    ['flagHalf', { flagUp: true }, 'flagUp', undefined],
    ['none', HALF, 'flagUp', 'half'],
  ])(
    'in position %s, sent to %o, moves to %s first and stores %s as the final position',
    (from, to, first, goal) => {
      const { command, ...states } = commandTo(stepped(at(from)), to, given);
      expect(states).toMatchObject(at(first));
      const { from: _, to: __, ...rest } = command;
      expect(rest).toEqual(goal === undefined ? given : { ...given, goal });
    },
  );

  test('gets the next step, with a new time limit, when it reports the previous one', () => {
    const sent = commandTo(stepped(at('flagDown')), HALF, { ...given, issuedAt: ISSUED });
    const node = { serverSteps: true, ...sent };
    expect(settlement(readRecord({ ...node, reported: at('flagDown') }), ISSUED + 1)).toBe(null);
    const raised = readRecord({ ...node, reported: at('flagUp') });
    expect(settlement(raised, ISSUED + 9000)).toEqual({
      reason: 'next-step',
      changes: {
        ...at('flagHalf'),
        'command/issuedAt': ISSUED + 9000,
        'command/requestedAt': ISSUED,
        'command/goal': null,
      },
    });
    const last = readRecord({
      ...node,
      ...at('flagHalf'),
      command: given,
      reported: at('flagHalf'),
    });
    expect(settlement(last, ISSUED + 9999)?.reason).toBe('confirmed');
  });

  test('continues its steps when its lamp is switched, but not when a different position is commanded', () => {
    const under = { ...at('flagUp'), command: { ...given, goal: 'half' } };
    const moving = stepped(at('flagDown'), under);
    const lamp = commandTo(moving, { lamp: true }, { ...given, id: 'd' });
    expect(lamp).toMatchObject({ flagUp: true, lamp: true, command: { id: 'd', goal: 'half' } });
    const all = { ...at('flagUp'), lamp: true };
    expect(commandTo(moving, all, given).command.goal).toBe('half');
    expect(commandTo(moving, { flagUp: true }, given).command.goal).toBe(undefined);
    const back = commandTo(moving, { flagDown: true }, { ...given, id: 'd' });
    expect(back).toMatchObject({ flagDown: true, command: { id: 'd' } });
    expect(back.command.goal).toBe(undefined);
  });

  test('gets no more steps when locked, and none at all if it never reports a position', () => {
    const lock = { reason: 'x', by: 'u', byName: 'ann', at: 1 };
    const under = { ...at('flagUp'), command: { ...given, goal: 'half' }, lock };
    for (const word of [at('flagDown'), at('flagUp')]) {
      const settled = settlement(stepped(word, under), ISSUED);
      expect(settled?.reason).toBe('cancelled');
      expect(settled?.changes).not.toHaveProperty('flagHalf');
    }
    expect(commandTo(stepped({ lamp: true }), HALF, given).flagHalf).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { namedPosition, readCommands } from './commands.ts';

describe('reading the commands in a stream event', () => {
  test('finds the desired and reported switches in an event that contains the whole node', () => {
    const data = { flagUp: true, lamp: false, companyId: 'c', reported: { flagDown: true } };
    expect(readCommands({ type: 'put', path: '/', data })).toEqual({
      whole: true,
      desired: { flagUp: true, lamp: false },
      reported: { flagDown: true },
    });
  });

  test('returns nothing if the flag has no data', () => {
    expect(readCommands({ type: 'put', path: '/', data: null })).toEqual({
      whole: true,
      desired: {},
      reported: {},
    });
  });

  test("finds a command's switches in a patch", () => {
    const data = { flagUp: false, flagHalf: true, command: { id: 'x' }, 'reported/lamp': true };
    expect(readCommands({ type: 'patch', path: '/', data })?.desired).toEqual({
      flagUp: false,
      flagHalf: true,
    });
  });

  test('finds a command that changes only one switch, and reads a removed switch as off', () => {
    expect(readCommands({ type: 'put', path: '/lamp', data: true })?.desired).toEqual({
      lamp: true,
    });
    expect(readCommands({ type: 'put', path: '/lamp', data: null })?.desired).toEqual({
      lamp: false,
    });
  });

  test.each([
    { type: 'patch', path: '/reported', data: { flagUp: true } },
    { type: 'put', path: '/reported/flagUp', data: true },
    { type: 'put', path: '/voltage', data: 42 },
    { type: 'patch', path: '/', data: { 'reported/flagUp': true, voltage: 42 } },
    { type: 'patch', path: '/', data: { flagUp: 'yes' } },
    { type: 'keep-alive' },
  ] as const)('finds no command in %j', (event) => {
    expect(readCommands(event)).toBeNull();
  });
});

describe('the position that a command asks for', () => {
  test('is the position whose switch is turned on, null if all given switches are off, and undefined if no switch is given', () => {
    expect(namedPosition({ flagUp: false, flagHalf: true })).toBe('flagHalf');
    expect(namedPosition({ flagUp: false })).toBeNull();
    expect(namedPosition({ lamp: true })).toBeUndefined();
  });
});

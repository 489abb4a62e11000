import { afterEach, expect, test, vi } from 'vitest';
import { Crowd, type Stranger } from './crowd.ts';

afterEach(() => void vi.useRealTimers());

test('each new unauthenticated client replaces a different existing one, even if the replaced clients are slow to disconnect', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const crowd = new Crowd({ connectionsPerAddress: 100, strangersPerAddress: 2, strangers: 100 });
  const ended: string[] = [];
  // Requests stay in the server until their sockets have closed, after `end` has returned.
  const join = (name: string): Stranger | undefined => {
    if (crowd.strangerProblem('school') !== undefined) return undefined;
    const stranger = { remoteAddress: 'school', end: () => void ended.push(name) };
    crowd.addStranger(stranger);
    return stranger;
  };
  const first = join('first')!;
  join('second');
  vi.advanceTimersByTime(3000);
  expect(['third', 'fourth', 'fifth'].map((name) => join(name) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
  expect(ended).toEqual(['first', 'second']);
  expect(crowd.strangers).toBe(2);
  // The end of a client that was disconnected to make room is not counted twice.
  crowd.deleteStranger(first);
  expect(crowd.strangers).toBe(2);
});

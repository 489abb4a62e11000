import { expect, test } from 'vitest';
import { strangerAt, userOf } from '../../../features/identity/passwords/passwords.ts';
import { Places } from './places.ts';

const LIMITS = { all: 7, strangers: 6, perAddress: 2, perNetwork: 4 };

/** Creates a function that takes hashing slots and keeps each slot until the test releases it. */
function openPlaces() {
  const places = new Places(LIMITS);
  const leave: (() => void)[] = [];
  /** Whether the client got a slot. */
  const enter = async (address: string): Promise<boolean> => {
    let isIn = false;
    const held = places.hold(
      strangerAt(address),
      () =>
        new Promise<void>((resolve) => {
          isIn = true;
          leave.push(resolve);
        }),
    );
    held.catch(() => {});
    return isIn;
  };
  return { places, enter, leave };
}

test('password hashing limits each IP address to its share of the hashing slots, so that other clients can use the rest', async () => {
  const { enter } = openPlaces();
  expect(await enter('192.0.2.1')).toBe(true);
  expect(await enter('192.0.2.1')).toBe(true);
  expect(await enter('192.0.2.1')).toBe(false);
  expect(await enter('192.0.2.2')).toBe(true);
});

test('password hashing treats an IPv6 /48 as one client with more slots than a single address', async () => {
  const { enter } = openPlaces();
  const entered: boolean[] = [];
  for (let subnet = 1; subnet <= 6; subnet++) entered.push(await enter(`2001:db8:1:${subnet}::1`));
  expect(entered).toEqual([true, true, true, true, false, false]);
  expect(await enter('2001:db8:2:1::1')).toBe(true);
});

test('password hashing reserves slots for signed-in users, and frees a slot when the work ends', async () => {
  const { places, enter, leave } = openPlaces();
  for (let host = 1; host <= 6; host++) expect(await enter(`192.0.2.${host}`)).toBe(true);
  expect(await enter('192.0.2.7')).toBe(false);
  expect(places.taken).toBe(6);
  expect(await places.hold(userOf('a'), () => Promise.resolve('in'))).toBe('in');
  leave[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(places.taken).toBe(5);
  expect(await enter('192.0.2.7')).toBe(true);
});

test('password hashing frees the slot if the work fails, and tells a refused client when to try again', async () => {
  const places = new Places({ all: 1, strangers: 1, perAddress: 1, perNetwork: 1 });
  const failing = places.hold(userOf('a'), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(places.taken).toBe(0);
  void places.hold(userOf('a'), () => new Promise(() => {}));
  const refused = places.hold(userOf('b'), () => Promise.resolve());
  await expect(refused).rejects.toMatchObject({ code: 'busy', status: 503, isFault: false });
  await expect(refused).rejects.toHaveProperty('retryAfter', 1);
});

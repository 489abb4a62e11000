import { ABSENT_RECORD } from '@halyard/domain';
import { expect, test } from 'vitest';
import { LiveState } from './liveState.ts';

const address = { ownerId: 'company-a', flagId: 'POLE-1' };

test('the live copy of the realtime data applies a snapshot, and then changes to single fields of a flag', () => {
  const live = new LiveState();
  live.apply({
    type: 'put',
    path: '/',
    data: { 'company-a': { hardware: { 'POLE-1': { id: 'POLE-1', flagUp: true } } } },
  });
  live.apply({
    type: 'patch',
    path: '/company-a/hardware/POLE-1',
    data: { 'reported/flagUp': true, voltage: '42.7' },
  });
  expect(live.record(address)).toMatchObject({
    voltage: 42.7,
    desired: { flagUp: true },
    reported: { flagUp: true },
  });
  live.apply({ type: 'put', path: '/company-a/hardware/POLE-1/reported', data: null });
  expect(live.record(address).reported).toEqual({});
});

test('the live copy of the realtime data notifies watchers once per changed flag, and reports a removed flag as absent', () => {
  const live = new LiveState();
  const heard: string[] = [];
  live.watch(({ flagId }, record) => heard.push(`${flagId} ${record === ABSENT_RECORD}`));
  live.apply({
    type: 'patch',
    path: '/',
    data: {
      'company-a/hardware/POLE-1/voltage': 42,
      'company-a/hardware/POLE-1/id': 'POLE-1',
      'company-b/hardware/POLE-2/id': 'POLE-2',
    },
  });
  expect(heard).toEqual(['POLE-1 false', 'POLE-2 false']);
  heard.length = 0;
  live.apply({ type: 'put', path: '/company-a', data: null });
  expect(heard).toEqual(['POLE-1 true']);
  expect(live.record(address)).toBe(ABSENT_RECORD);
  expect([...live.all()].map((flag) => flag.address.flagId)).toEqual(['POLE-2']);
});

test('the live copy of the realtime data contains only flags, and ignores all data outside “hardware”', () => {
  const live = new LiveState();
  live.apply({ type: 'put', path: '/u1/profile', data: { email: 'a@example.com' } });
  live.apply({ type: 'put', path: '/u2', data: { profile: { email: 'b@example.com' } } });
  expect([...live.all()]).toEqual([]);
});

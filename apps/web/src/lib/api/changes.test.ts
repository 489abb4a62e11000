import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

it('a form sends what was changed in it, and nothing of what another person may have changed', () => {
  const before = { id: 'l1', name: 'Old', address2: null, city: 'Lima' };
  expect(changesOf(before, { name: 'New', address2: null, city: 'Lima' })).toEqual({ name: 'New' });
  expect(changesOf(before, { name: 'Old', address2: 'Suite 5', city: 'Lima' })).toEqual({
    address2: 'Suite 5',
  });
  expect(changesOf(before, { name: 'Old', address2: null, city: 'Lima' })).toEqual({});
});

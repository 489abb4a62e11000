import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test("a form sends only the fields that the user changed, so that other users' changes are kept", () => {
  const before = { id: 'l1', name: 'Old', address2: null, city: 'Lima' };
  expect(changesOf(before, { name: 'New', address2: null, city: 'Lima' })).toEqual({ name: 'New' });
  expect(changesOf(before, { name: 'Old', address2: 'Suite 5', city: 'Lima' })).toEqual({
    address2: 'Suite 5',
  });
  expect(changesOf(before, { name: 'Old', address2: null, city: 'Lima' })).toEqual({});
});

import { expect, it } from 'vitest';
import { isInPlace } from './filter.ts';

const flag = { companyId: 'acme', locationId: 'acme-harbor-1' };

it.each([
  [null, null, true],
  ['acme', null, true],
  [null, 'acme-harbor-1', true],
  ['acme', 'acme-harbor-1', true],
  ['acme', 'acme-harbor-12', false],
  ['acme-harbor-1', null, false],
  ['birch', 'acme-harbor-1', false],
  [null, 'acme', false],
])('a flag of acme-harbor-1 in company %s, location %s: %s', (companyId, locationId, expected) => {
  expect(isInPlace(flag, { companyId, locationId })).toBe(expected);
});

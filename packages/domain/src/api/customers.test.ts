import { expect, test } from 'vitest';
import { customerCreate, FLAG_ID_TWICE, MAX_CUSTOMER_POLES, proposedFlagId } from './customers.ts';
import { flagId } from './flags.ts';

const ADDRESS = {
  address1: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};
const customer = (poles: object[]) => ({
  company: { ...ADDRESS, name: 'Acme' },
  email: 'ann@example.test',
  location: { ...ADDRESS, name: 'Acme' },
  poles,
});
const refusal = (body: object) => customerCreate.safeParse(body).error?.issues[0]?.message;

test('suggested flag IDs contain the names of the company and the pole', () => {
  expect(proposedFlagId('Acme', 'Main Entrance')).toBe('ACME-MAIN-ENTRANCE');
  expect(proposedFlagId('Café Zürich & Söhne GmbH', 'Nº 1')).toBe('CAFE-ZURICH-SOHN-N-1');
  expect(proposedFlagId('', 'Gate')).toBe('GATE');
  expect(proposedFlagId('', '')).toBe('');
  expect(proposedFlagId('Acme', 'Gate', ['acme-gate', 'ACME-GATE-2'])).toBe('ACME-GATE-3');
});

test('suggested flag IDs are always valid, even for long or unusual names', () => {
  for (const name of ['x'.repeat(300), '日本語', '—', 'a/b.c#d', 'Ünïcode ✓ '.repeat(20)]) {
    const proposed = proposedFlagId(name, name, [proposedFlagId(name, name)]);
    if (proposed !== '') expect(flagId.safeParse(proposed).success).toBe(true);
  }
});

test('a new customer can be created without poles, but not with duplicate flag IDs or too many poles', () => {
  expect(refusal(customer([]))).toBe(undefined);
  const twice = [
    { name: 'Gate', flagId: 'A-1' },
    { name: 'Roof', flagId: 'a-1' },
  ];
  expect(refusal(customer(twice))).toBe(FLAG_ID_TWICE);
  const many = Array.from({ length: MAX_CUSTOMER_POLES + 1 }, (_, n) => ({
    name: 'Pole',
    flagId: `P-${n}`,
  }));
  expect(refusal(customer(many))).toBe('At most 50 poles');
});

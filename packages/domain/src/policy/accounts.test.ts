import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../people/roles.ts';
import { belongsTo, mayAssign } from './accounts.ts';
import { type Actor, isStaff } from './policy.ts';

describe('an account', () => {
  test('belongs to a location (location users), a company (company users and employees) or neither (masters)', () => {
    const belonging = ROLES.map((role) => [role, belongsTo({ role, allCompanies: false })]);
    expect(Object.fromEntries(belonging)).toEqual({
      master: 'nothing',
      company_user: 'company',
      location_user: 'location',
      employee: 'company',
    });
  });

  test('belongs to no company or location if its user is an employee on the operator staff', () => {
    expect(belongsTo({ role: 'employee', allCompanies: true })).toBe('nothing');
    expect(belongsTo({ role: 'company_user', allCompanies: true })).toBe('company');
    expect(ROLES.filter((role) => isStaff({ role, allCompanies: true }))).toEqual(['employee']);
  });
});

test.each<[Role, Role[]]>([
  ['master', ['master', 'company_user', 'location_user', 'employee']],
  ['company_user', ['company_user', 'location_user', 'employee']],
])('only a master can assign the role of master: %s', (role, given) => {
  const companyId = role === 'master' ? null : 'c1';
  const actor: Actor = {
    ...{ id: 'u', role, companyId, locationId: null },
    ...{ allCompanies: false, mayMovePoles: true },
  };
  expect(ROLES.filter((each) => mayAssign(actor, each))).toEqual(given);
});

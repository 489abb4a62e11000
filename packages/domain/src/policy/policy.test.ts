import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../people/roles.ts';
import {
  ACTIONS,
  type Action,
  type Actor,
  inScope,
  may,
  mayOpen,
  type Page,
  scopeOf,
} from './policy.ts';

const actor = (role: Role, more: Partial<Actor> = {}): Actor => ({
  id: 'u',
  role,
  companyId: role === 'master' ? null : 'c1',
  locationId: role === 'master' ? null : 'l1',
  allCompanies: false,
  mayMovePoles: true,
  ...more,
});

/** The allowed actions of each role, written by hand (decisions, "Roles"). */
const ALLOWED: Record<Exclude<Role, 'master'>, Action[]> = {
  company_user: [
    'company.read',
    'company.setAutoHalfMast',
    'company.setTwoApprovals',
    'location.read',
    'location.create',
    'location.update',
    'location.delete',
    'flag.read',
    'flag.switch',
    'flag.releaseOthers',
    'flag.edit',
    'user.read',
    'user.create',
    'user.update',
    'user.delete',
    'invitation.read',
    'invitation.create',
    'invitation.revoke',
    'webhook.manage',
    'order.read',
    'order.manage',
    'order.approveSecond',
    'ledger.read',
    'fleet.import',
    'alert.read',
    'alert.manage',
    'activity.read',
    'refusedDevice.read',
    'setUpList.read',
  ],
  location_user: [
    'company.read',
    'location.read',
    'flag.read',
    'flag.switch',
    'alert.read',
    'activity.read',
  ],
  employee: ['company.read', 'flag.read', 'flag.switch', 'alert.read', 'activity.read'],
};

describe('permissions (see "Roles" in the decisions)', () => {
  test('let a master do everything, everywhere', () => {
    for (const action of ACTIONS) expect(scopeOf(actor('master'), action)).toEqual({ kind: 'all' });
  });

  test.each(['company_user', 'location_user', 'employee'] as const)(
    'match the list for the role %s',
    (role) => {
      const allowed = ACTIONS.filter((action) => scopeOf(actor(role), action) !== null);
      expect(allowed.toSorted()).toEqual(ALLOWED[role].toSorted());
    },
  );

  test('let a location user read their own company, their own location and its flags', () => {
    expect(scopeOf(actor('location_user'), 'company.read')).toEqual({
      kind: 'company',
      companyId: 'c1',
    });
    for (const action of ['flag.read', 'flag.switch', 'location.read'] as const)
      expect(scopeOf(actor('location_user'), action)).toEqual({
        kind: 'location',
        companyId: 'c1',
        locationId: 'l1',
      });
  });

  test('let operator staff see every company, but otherwise do only what an employee may', () => {
    const staff = actor('employee', { companyId: null, locationId: null, allCompanies: true });
    expect(scopeOf(staff, 'flag.switch')).toEqual({ kind: 'all' });
    expect(scopeOf(staff, 'flag.edit')).toBe(null);
    expect(scopeOf(staff, 'user.read')).toBe(null);
  });

  test("treat a user as operator staff only if the user's role allows it", () => {
    const marked = actor('company_user', { allCompanies: true });
    expect(scopeOf(marked, 'flag.read')).toEqual({ kind: 'company', companyId: 'c1' });
  });

  test.each(['location_user', 'employee'] as const)(
    'let a view-only %s do everything that the role allows except command poles',
    (role) => {
      const looker = actor(role, { mayMovePoles: false });
      for (const action of ACTIONS)
        expect([action, scopeOf(looker, action)]).toEqual([
          action,
          action === 'flag.switch' ? null : scopeOf(actor(role), action),
        ]);
    },
  );

  test('let an account without a company or location see nothing', () => {
    const stray = actor('employee', { companyId: null, locationId: null });
    expect(scopeOf(stray, 'flag.read')).toEqual({ kind: 'nothing' });
    expect(may(stray, 'flag.read')).toBe(false);
    const homeless = actor('location_user', { locationId: null });
    expect(scopeOf(homeless, 'flag.read')).toEqual({ kind: 'nothing' });
  });
});

describe("a user's scope", () => {
  const thing = { companyId: 'c1', locationId: 'l1' };
  test("includes only the records of the user's company or location", () => {
    expect(inScope({ kind: 'all' }, { companyId: null })).toBe(true);
    expect(inScope({ kind: 'nothing' }, thing)).toBe(false);
    const company = { kind: 'company', companyId: 'c1' } as const;
    expect(inScope(company, thing)).toBe(true);
    expect(inScope(company, { companyId: 'c2' })).toBe(false);
    expect(inScope(company, { companyId: null })).toBe(false);
    const location = { kind: 'location', companyId: 'c1', locationId: 'l1' } as const;
    expect(inScope(location, thing)).toBe(true);
    expect(inScope(location, { companyId: 'c1', locationId: 'l2' })).toBe(false);
    expect(inScope(location, { companyId: 'c2', locationId: 'l1' })).toBe(false);
  });

  test('is defined for every role and action', () => {
    for (const role of ROLES)
      for (const action of ACTIONS) expect(scopeOf(actor(role), action)).not.toBe(undefined);
  });
});

/** The roles that may open each page, written by hand (spec §2; decisions, "Roles"). */
const everyone = [...ROLES];
const managers: Role[] = ['master', 'company_user'];
const masters: Role[] = ['master'];
const OPENED_BY = {
  '/': everyone,
  '/companies': masters,
  '/companies/:id': masters,
  '/locations': managers,
  '/locations/:id': everyone,
  '/employees': managers,
  '/flags': everyone,
  '/flags/:id': everyone,
  '/half-staff': managers,
  '/half-staff/proof': managers,
  '/memorial-day': masters,
  '/import': managers,
  '/activity': managers,
  '/alerts': everyone,
  '/refused-devices': managers,
  '/integrations': managers,
  '/settings': masters,
  '/profile': everyone,
} as const satisfies Record<Page, Role[]>;

test.each(Object.entries(OPENED_BY) as [Page, Role[]][])(
  'the page %s opens only for the roles listed for that page',
  (page, roles) => {
    expect(ROLES.filter((role) => mayOpen(page, role))).toEqual(roles);
  },
);

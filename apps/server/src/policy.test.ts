import { api, type Call } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createHarness, type Harness } from './testing/harness.ts';
import {
  companyBody,
  contactBody,
  createWorld,
  locationBody,
  userBody,
  type World,
} from './testing/world.ts';

/**
 * Who may do what, written by hand from decisions.md (Roles), not derived from the code's table.
 * Callers, in this order: master, company_user, location_user, employee of the own tenant,
 * operator staff (an employee marked allCompanies), an employee with neither, nobody.
 */
const CALLERS = ['master', 'company_user', 'location_user', 'employee', 'staff', 'stray', 'nobody'];
type Row = readonly [number, number, number, number, number, number, number];

interface Case {
  call: Call;
  what: string;
  /** @param other the tenant that is not `target` */
  act(caller: Client, target: World, other: World): Promise<{ status: number }>;
  own: Row;
  foreign: Row;
}

let harness: Harness;
let master: Client;
let home: World;
let abroad: World;
let callers: Client[];

beforeAll(async () => {
  harness = await createHarness();
  master = await harness.as('master');
  home = await createWorld(harness, master);
  abroad = await createWorld(harness, master);
  callers = [
    await harness.as('master'),
    home.companyUser,
    home.locationUser,
    home.employee,
    await harness.as('employee', { allCompanies: true }),
    await harness.as('employee'),
    harness.anonymous(),
  ];
});
afterAll(() => harness.close());

/** Things made for one request, so that a case that succeeds leaves the tenants as they were. */
const fresh = {
  async company() {
    return (await master.call('POST', '/api/companies', companyBody())).json.id as string;
  },
  async location({ companyId }: World) {
    harness.time.now++;
    const made = await master.call('POST', '/api/locations', locationBody(companyId));
    return made.json.id as string;
  },
  async flag({ companyId, locationId }: World) {
    const flagId = `X-${Math.random().toString(36).slice(2)}`;
    const body = { name: 'Fresh', flagId, companyId, locationId };
    return (await master.call('POST', '/api/flags', body)).json.id as string;
  },
  user: ({ companyId, locationId }: World) =>
    harness.addUser('location_user', { companyId, locationId }),
  async invitation({ companyId }: World) {
    return (await master.call('POST', '/api/invitations', { companyId })).json.id as string;
  },
};
const switches = [{ id: 'sw4', state: true }];

const CASES: Case[] = [
  // Anyone.
  {
    call: 'config',
    what: 'what the page needs',
    act: (c) => c.call('GET', '/api/config'),
    own: [200, 200, 200, 200, 200, 200, 200],
    foreign: [200, 200, 200, 200, 200, 200, 200],
  },
  {
    call: 'login',
    what: 'with a wrong password',
    act: (c) => c.call('POST', '/api/login', { username: `no-${Math.random()}`, password: 'x' }),
    own: [401, 401, 401, 401, 401, 401, 401],
    foreign: [401, 401, 401, 401, 401, 401, 401],
  },
  {
    call: 'register',
    what: 'without a code that holds',
    act: (c) =>
      c.call('POST', '/api/register', {
        ...contactBody(),
        code: 'x',
        username: 'new',
        password: 'long enough',
      }),
    own: [403, 403, 403, 403, 403, 403, 403],
    foreign: [403, 403, 403, 403, 403, 403, 403],
  },
  {
    call: 'logout',
    what: 'of a session of its own',
    act: async (c) =>
      (c.id === '' ? harness.anonymous() : await harness.client(c.id)).call('POST', '/api/logout'),
    own: [200, 200, 200, 200, 200, 200, 200],
    foreign: [200, 200, 200, 200, 200, 200, 200],
  },

  // Any signed-in person, on oneself.
  {
    call: 'currentUser',
    what: 'oneself',
    act: (c) => c.call('GET', '/api/user'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'updateProfile',
    what: 'oneself',
    act: (c) => c.call('PATCH', '/api/user/profile', contactBody()),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'changePassword',
    what: 'without knowing the present one',
    act: (c) =>
      c.call('PATCH', '/api/user/password', { currentPassword: 'x', newPassword: 'long enough' }),
    own: [400, 400, 400, 400, 400, 400, 401],
    foreign: [400, 400, 400, 400, 400, 400, 401],
  },

  // Companies.
  {
    call: 'listCompanies',
    what: 'as far as one sees',
    act: (c) => c.call('GET', '/api/companies'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'getCompany',
    what: 'by its id',
    act: (c, t) => c.call('GET', `/api/companies/${t.companyId}`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'createCompany',
    what: 'a new one',
    act: (c) => c.call('POST', '/api/companies', companyBody()),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateCompany',
    what: 'autoHalfMast alone',
    act: (c, t) => c.call('PATCH', `/api/companies/${t.companyId}`, { autoHalfMast: true }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateCompany',
    what: 'its name',
    act: (c, t) => c.call('PATCH', `/api/companies/${t.companyId}`, { name: 'Acme' }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateCompany',
    what: 'autoHalfMast and something else',
    act: (c, t) =>
      c.call('PATCH', `/api/companies/${t.companyId}`, { autoHalfMast: true, phone: '5125550100' }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteCompany',
    what: 'with all that it has',
    act: async (c, t) => {
      const id = c === callers[0] ? await fresh.company() : t.companyId;
      return c.call('DELETE', `/api/companies/${id}`);
    },
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },

  // Locations.
  {
    call: 'listLocations',
    what: 'as far as one sees',
    act: (c) => c.call('GET', '/api/locations'),
    own: [200, 200, 200, 403, 403, 403, 401],
    foreign: [200, 200, 200, 403, 403, 403, 401],
  },
  {
    call: 'listCompanyLocations',
    what: 'of a company',
    act: (c, t) => c.call('GET', `/api/locations/company/${t.companyId}`),
    own: [200, 200, 200, 403, 403, 403, 401],
    foreign: [200, 404, 404, 403, 403, 403, 401],
  },
  {
    call: 'createLocation',
    what: 'in a company that the body names',
    act: (c, t) => {
      harness.time.now++;
      return c.call('POST', '/api/locations', locationBody(t.companyId));
    },
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createLocation',
    what: 'with an id that begins with the other company',
    act: (c, t, other) =>
      c.call('POST', '/api/locations', {
        ...locationBody(t.companyId),
        id: `${other.companyId}-austin-1`,
      }),
    own: [400, 400, 403, 403, 403, 403, 401],
    foreign: [400, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateLocation',
    what: 'its name',
    act: (c, t) => c.call('PATCH', `/api/locations/${t.locationId}`, { name: 'North' }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateLocation',
    what: 'its company, which cannot change',
    act: (c, t, other) =>
      c.call('PATCH', `/api/locations/${t.locationId}`, { companyId: other.companyId }),
    own: [400, 404, 403, 403, 403, 403, 401],
    foreign: [400, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteLocation',
    what: 'an empty one',
    act: async (c, t) => c.call('DELETE', `/api/locations/${await fresh.location(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },

  // Flags.
  {
    call: 'listFlags',
    what: 'as far as one sees',
    act: (c) => c.call('GET', '/api/flags'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listCompanyFlags',
    what: 'of a company',
    act: (c, t) => c.call('GET', `/api/flags/company/${t.companyId}`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'listLocationFlags',
    what: 'of the own location',
    act: (c, t) => c.call('GET', `/api/flags/location/${t.locationId}`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'listLocationFlags',
    what: 'of another location of the company',
    act: (c, t) => c.call('GET', `/api/flags/location/${t.otherLocationId}`),
    own: [200, 200, 404, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'createFlag',
    what: 'at a location',
    act: (c, t) =>
      c.call('POST', '/api/flags', {
        name: 'New',
        flagId: `N-${Math.random().toString(36).slice(2)}`,
        companyId: t.companyId,
        locationId: t.locationId,
      }),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createFlag',
    what: "at the other company's location",
    act: (c, t, other) =>
      c.call('POST', '/api/flags', {
        name: 'New',
        flagId: 'N-1',
        companyId: t.companyId,
        locationId: other.locationId,
      }),
    own: [400, 403, 403, 403, 403, 403, 401],
    foreign: [400, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateFlag',
    what: 'its switches',
    act: (c, t) => c.call('PATCH', `/api/flags/${t.flagRowId}`, { switches }),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'the switches of a flag at another location of the company',
    act: (c, t) => c.call('PATCH', `/api/flags/${t.otherFlagRowId}`, { switches }),
    own: [200, 200, 404, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'its name',
    act: (c, t) => c.call('PATCH', `/api/flags/${t.flagRowId}`, { name: 'Gate' }),
    own: [200, 200, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'name and switches at once',
    act: (c, t) => c.call('PATCH', `/api/flags/${t.flagRowId}`, { name: 'Gate', switches }),
    own: [200, 200, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'to another location of the company',
    act: async (c, t) =>
      c.call('PATCH', `/api/flags/${await fresh.flag(t)}`, { locationId: t.otherLocationId }),
    own: [200, 200, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: "to the other company's location",
    act: (c, t, other) =>
      c.call('PATCH', `/api/flags/${t.flagRowId}`, { locationId: other.locationId }),
    own: [400, 404, 403, 403, 403, 404, 401],
    foreign: [400, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'to the other company altogether',
    act: async (c, t, other) =>
      c.call('PATCH', `/api/flags/${await fresh.flag(t)}`, {
        companyId: other.companyId,
        locationId: other.locationId,
      }),
    own: [200, 403, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'its flagId',
    act: async (c, t) =>
      c.call('PATCH', `/api/flags/${await fresh.flag(t)}`, {
        flagId: `R-${Math.random().toString(36).slice(2)}`,
      }),
    own: [200, 403, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'all fields of the dialog, flagId and company as they are',
    act: (c, t) =>
      c.call('PATCH', `/api/flags/${t.flagRowId}`, {
        name: 'Gate',
        flagId: t.flagId,
        companyId: t.companyId,
        locationId: t.locationId,
      }),
    own: [200, 200, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'deleteFlag',
    what: 'for good',
    act: async (c, t) => c.call('DELETE', `/api/flags/${await fresh.flag(t)}`),
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'listDeviceKeys',
    what: 'of a flag',
    act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}/keys`),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createDeviceKey',
    what: 'for a flag',
    act: async (c, t) => c.call('POST', `/api/flags/${await fresh.flag(t)}/keys`),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'revokeDeviceKey',
    what: 'of a flag, by its id',
    act: async (c, t) => {
      const id = await fresh.flag(t);
      const keys = await master.call('GET', `/api/flags/${id}/keys`);
      return c.call('DELETE', `/api/flags/${id}/keys/${keys.json[0].id}`);
    },
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'revokeDeviceKey',
    what: "of the other company's flag, under this flag's path",
    act: (c, t, other) => c.call('DELETE', `/api/flags/${t.flagRowId}/keys/${other.keyId}`),
    own: [404, 403, 403, 403, 403, 403, 401],
    foreign: [404, 403, 403, 403, 403, 403, 401],
  },

  // Accounts.
  {
    call: 'listUsers',
    what: 'as far as one sees',
    act: (c) => c.call('GET', '/api/users'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'listCompanyUsers',
    what: 'of a company',
    act: (c, t) => c.call('GET', `/api/users/company/${t.companyId}`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'at a location',
    act: (c, t) => c.call('POST', '/api/users', userBody(t.locationId)),
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'of the role company_user',
    act: (c, t) =>
      c.call('POST', '/api/users', { ...userBody(t.locationId), role: 'company_user' }),
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'a master',
    act: (c) => c.call('POST', '/api/users', { ...userBody(null), role: 'master' }),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'an employee, which only an invitation makes',
    act: (c, t) => c.call('POST', '/api/users', { ...userBody(t.locationId), role: 'employee' }),
    own: [400, 400, 403, 403, 403, 403, 401],
    foreign: [400, 400, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'naming the other company beside the location',
    act: (c, t, other) =>
      c.call('POST', '/api/users', { ...userBody(t.locationId), companyId: other.companyId }),
    own: [201, 404, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'that sees every company',
    act: (c, t) => c.call('POST', '/api/users', { ...userBody(t.locationId), allCompanies: true }),
    own: [400, 403, 403, 403, 403, 403, 401],
    foreign: [400, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'a name',
    act: (c, t) => c.call('PATCH', `/api/users/${t.targetUserId}`, { firstName: 'Ann' }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'to company_user',
    act: async (c, t) =>
      c.call('PATCH', `/api/users/${await fresh.user(t)}`, { role: 'company_user' }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'to master',
    act: async (c, t) => c.call('PATCH', `/api/users/${await fresh.user(t)}`, { role: 'master' }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'to employee',
    act: async (c, t) => c.call('PATCH', `/api/users/${await fresh.user(t)}`, { role: 'employee' }),
    own: [400, 400, 403, 403, 403, 403, 401],
    foreign: [400, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'the account of a master',
    act: (c) => c.call('PATCH', `/api/users/${master.id}`, { firstName: 'Ann' }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'the account of operator staff',
    act: (c) => c.call('PATCH', `/api/users/${callers[4]!.id}`, { firstName: 'Sam' }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'an employee into operator staff',
    act: async (c, t) => {
      const id = await harness.addUser('employee', { companyId: t.companyId });
      return c.call('PATCH', `/api/users/${id}`, { allCompanies: true });
    },
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: "to the other company's location",
    act: async (c, t, other) =>
      c.call('PATCH', `/api/users/${await fresh.user(t)}`, { locationId: other.locationId }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'naming the other company',
    act: async (c, t, other) =>
      c.call('PATCH', `/api/users/${await fresh.user(t)}`, { companyId: other.companyId }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'a password',
    act: async (c, t) =>
      c.call('PATCH', `/api/users/${await fresh.user(t)}`, { password: 'new enough' }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteUser',
    what: 'for good',
    act: async (c, t) => c.call('DELETE', `/api/users/${await fresh.user(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteUser',
    what: 'a master',
    act: async (c) => c.call('DELETE', `/api/users/${await harness.addUser('master')}`),
    own: [204, 404, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },

  // Invitations.
  {
    call: 'listInvitations',
    what: 'as far as one sees',
    act: (c) => c.call('GET', '/api/invitations'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'createInvitation',
    what: 'to a company that the body names',
    act: (c, t) => c.call('POST', '/api/invitations', { companyId: t.companyId }),
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'revokeInvitation',
    what: 'by its id',
    act: async (c, t) => c.call('DELETE', `/api/invitations/${await fresh.invitation(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
];

test('the matrix has every call of the contract', () => {
  expect([...new Set(CASES.map((c) => c.call))].sort()).toEqual(Object.keys(api).sort());
});

describe.each(CASES)('$call: $what', ({ act, own, foreign }) => {
  test('in the own tenant', async () => {
    expect(await statuses(act, home, abroad)).toEqual(named(own));
  });
  test("in another's", async () => {
    expect(await statuses(act, abroad, home)).toEqual(named(foreign));
  });
});

async function statuses(act: Case['act'], target: World, other: World) {
  const answers: number[] = [];
  for (const caller of callers) answers.push((await act(caller, target, other)).status);
  return named(answers);
}

const named = (row: readonly number[]) =>
  Object.fromEntries(CALLERS.map((caller, i) => [caller, row[i]]));

describe('lists answer with the scope of the caller', () => {
  const ids = async (caller: Client, url: string, field = 'id') => {
    const { json } = await caller.call('GET', url);
    return json.map((row: Record<string, string>) => row[field]) as string[];
  };

  test('companies', async () => {
    const [m, c, l, e, staff, stray] = callers as [Client, Client, Client, Client, Client, Client];
    const both = [home.companyId, abroad.companyId];
    for (const all of [m, staff])
      expect(await ids(all, '/api/companies')).toEqual(expect.arrayContaining(both));
    for (const one of [c, l, e]) expect(await ids(one, '/api/companies')).toEqual([home.companyId]);
    expect(await ids(stray, '/api/companies')).toEqual([]);
  });

  test('locations', async () => {
    const [m, c, l] = callers as [Client, Client, Client];
    expect(await ids(m, '/api/locations')).toEqual(
      expect.arrayContaining([home.locationId, abroad.locationId]),
    );
    expect(new Set(await ids(c, '/api/locations', 'companyId'))).toEqual(new Set([home.companyId]));
    expect(await ids(l, '/api/locations')).toEqual([home.locationId]);
    expect(await ids(l, `/api/locations/company/${home.companyId}`)).toEqual([home.locationId]);
  });

  test('flags', async () => {
    const [m, c, l, e, staff, stray] = callers as [Client, Client, Client, Client, Client, Client];
    for (const all of [m, staff])
      expect(await ids(all, '/api/flags')).toEqual(
        expect.arrayContaining([home.flagRowId, home.otherFlagRowId, abroad.flagRowId]),
      );
    for (const one of [c, e]) {
      expect(new Set(await ids(one, '/api/flags', 'companyId'))).toEqual(new Set([home.companyId]));
      expect(await ids(one, '/api/flags')).toEqual(
        expect.arrayContaining([home.flagRowId, home.otherFlagRowId]),
      );
    }
    expect(new Set(await ids(l, '/api/flags', 'locationId'))).toEqual(new Set([home.locationId]));
    const ofCompany = await ids(l, `/api/flags/company/${home.companyId}`, 'locationId');
    expect(new Set(ofCompany)).toEqual(new Set([home.locationId]));
    expect(await ids(stray, '/api/flags')).toEqual([]);
  });

  test('accounts and invitations', async () => {
    const [m, c] = callers as [Client, Client];
    expect(await ids(m, '/api/users')).toEqual(
      expect.arrayContaining([m.id, home.targetUserId, abroad.targetUserId]),
    );
    expect(new Set(await ids(c, '/api/users', 'companyId'))).toEqual(new Set([home.companyId]));
    expect(new Set(await ids(c, '/api/invitations', 'companyId'))).toEqual(
      new Set([home.companyId]),
    );
  });
});

import { userBody } from '../world.ts';
import type { Case, Kit } from './matrix.ts';

export const userCases = (kit: Kit): Case[] => [
  // Cases about accounts.
  {
    call: 'listUsers',
    what: "in the caller's scope",
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
    what: 'with a location and another company',
    act: (c, t, other) =>
      c.call('POST', '/api/users', { ...userBody(t.locationId), companyId: other.companyId }),
    own: [201, 404, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createUser',
    what: 'of a user who sees every company',
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
      c.call('PATCH', `/api/users/${await kit.fresh.user(t)}`, { role: 'company_user' }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'to master',
    act: async (c, t) =>
      c.call('PATCH', `/api/users/${await kit.fresh.user(t)}`, { role: 'master' }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'to employee',
    act: async (c, t) =>
      c.call('PATCH', `/api/users/${await kit.fresh.user(t)}`, { role: 'employee' }),
    own: [400, 400, 403, 403, 403, 403, 401],
    foreign: [400, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'the account of a master',
    act: (c) => c.call('PATCH', `/api/users/${kit.master.id}`, { firstName: 'Ann' }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'the account of operator staff',
    act: (c) => c.call('PATCH', `/api/users/${kit.caller.staff.id}`, { firstName: 'Sam' }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'an employee into operator staff',
    act: async (c, t) => {
      const id = await kit.harness.addUser('employee', { companyId: t.companyId });
      return c.call('PATCH', `/api/users/${id}`, { allCompanies: true });
    },
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: "to the other company's location",
    act: async (c, t, other) =>
      c.call('PATCH', `/api/users/${await kit.fresh.user(t)}`, { locationId: other.locationId }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'with another company',
    act: async (c, t, other) =>
      c.call('PATCH', `/api/users/${await kit.fresh.user(t)}`, { companyId: other.companyId }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateUser',
    what: 'a password',
    act: async (c, t) =>
      c.call('PATCH', `/api/users/${await kit.fresh.user(t)}`, { password: 'new enough' }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteUser',
    what: 'permanently',
    act: async (c, t) => c.call('DELETE', `/api/users/${await kit.fresh.user(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteUser',
    what: 'a master',
    act: async (c) => c.call('DELETE', `/api/users/${await kit.harness.addUser('master')}`),
    own: [204, 404, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },

  // Cases about invitations.
  {
    call: 'listInvitations',
    what: "in the caller's scope",
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
    call: 'createInvitation',
    what: 'as a company user, which needs no location',
    act: (c, t) =>
      c.call('POST', '/api/invitations', { role: 'company_user', companyId: t.companyId }),
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createInvitation',
    what: "to the other company's location",
    act: (c, t, other) =>
      c.call('POST', '/api/invitations', {
        role: 'location_user',
        companyId: t.companyId,
        locationId: other.locationId,
      }),
    own: [404, 404, 403, 403, 403, 403, 401],
    foreign: [404, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createInvitation',
    what: 'as a master',
    act: (c) => c.call('POST', '/api/invitations', { role: 'master' }),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'openInvitation',
    what: 'with an invalid code',
    act: (c) => c.call('POST', '/api/join', { code: 'x' }),
    own: [403, 403, 403, 403, 403, 403, 403],
    foreign: [403, 403, 403, 403, 403, 403, 403],
  },
  {
    call: 'revokeInvitation',
    what: 'by its ID',
    act: async (c, t) => c.call('DELETE', `/api/invitations/${await kit.fresh.invitation(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
];

import type { Case, Kit } from './matrix.ts';

export const accountCases = (kit: Kit): Case[] => [
  {
    call: 'suspendUser',
    what: 'an account of a tenant',
    act: async (c, t) => c.call('PUT', `/api/users/${await kit.fresh.user(t)}/suspension`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'suspendUser',
    what: 'a master',
    act: async (c) => c.call('PUT', `/api/users/${await kit.harness.addUser('master')}/suspension`),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'suspendUser',
    what: "the caller's own account",
    act: (c) => c.call('PUT', `/api/users/${c.id || 'nobody'}/suspension`),
    own: [403, 403, 403, 403, 403, 403, 401],
    foreign: [403, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'restoreUser',
    what: 'an account of a tenant',
    act: async (c, t) => c.call('DELETE', `/api/users/${await kit.fresh.user(t)}/suspension`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'restoreUser',
    what: 'a master',
    act: async (c) =>
      c.call('DELETE', `/api/users/${await kit.harness.addUser('master')}/suspension`),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'signOutUser',
    what: 'an account of a tenant',
    act: (c, t) => c.call('DELETE', `/api/users/${t.targetUserId}/sessions`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'signOutUser',
    what: 'a master',
    act: async (c) =>
      c.call('DELETE', `/api/users/${await kit.harness.addUser('master')}/sessions`),
    own: [204, 404, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'listSessions',
    what: 'of the caller',
    act: (c) => c.call('GET', '/api/user/sessions'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'endSession',
    what: "another user's",
    act: async (c, t) => {
      const client = await kit.harness.client(t.targetUserId);
      const signedIn = await kit.harness.sessions.fromCookie(client.cookie ?? '');
      return c.call('DELETE', `/api/user/sessions/${signedIn?.session.sid}`);
    },
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'endAllSessions',
    what: 'of a separate account',
    act: async (c) => {
      if (c.id === '') return c.call('DELETE', '/api/user/sessions');
      const own = await kit.harness.client(await kit.harness.addUser('employee'));
      return own.call('DELETE', '/api/user/sessions');
    },
    own: [204, 204, 204, 204, 204, 204, 401],
    foreign: [204, 204, 204, 204, 204, 204, 401],
  },
  {
    call: 'removeSecondFactor',
    what: 'of an account of a tenant',
    act: (c, t) => c.call('DELETE', `/api/users/${t.targetUserId}/second-factor`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'removeSecondFactor',
    what: 'of a master',
    act: (c) => c.call('DELETE', `/api/users/${kit.master.id}/second-factor`),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'removeSecondFactor',
    what: 'of the caller',
    act: (c) => c.call('DELETE', `/api/users/${c.id || 'nobody'}/second-factor`),
    own: [403, 403, 403, 403, 403, 403, 401],
    foreign: [403, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'secondFactor',
    what: 'of the caller',
    act: (c) => c.call('GET', '/api/user/second-factor'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'startSecondFactor',
    what: 'of the caller',
    act: (c) => c.call('POST', '/api/user/second-factor'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'confirmSecondFactor',
    what: 'without the password',
    act: (c) => c.call('PUT', '/api/user/second-factor', { code: '123456', password: 'x' }),
    own: [400, 400, 400, 400, 400, 400, 401],
    foreign: [400, 400, 400, 400, 400, 400, 401],
  },
  {
    call: 'disableSecondFactor',
    what: 'without the password',
    act: (c) =>
      c.call('POST', '/api/user/second-factor/disable', { code: '123456', password: 'x' }),
    own: [400, 400, 400, 400, 400, 400, 401],
    foreign: [400, 400, 400, 400, 400, 400, 401],
  },
  {
    call: 'finishSignIn',
    what: 'without a first step',
    act: (c) => c.call('POST', '/api/login/second-factor', { code: '123456' }),
    own: [401, 401, 401, 401, 401, 401, 401],
    foreign: [401, 401, 401, 401, 401, 401, 401],
  },
  {
    call: 'startProviderSignIn',
    what: 'without a provider',
    act: (c) => c.call('POST', '/api/sign-in', {}),
    own: [404, 404, 404, 404, 404, 404, 404],
    foreign: [404, 404, 404, 404, 404, 404, 404],
  },
  {
    call: 'companyProvider',
    what: 'of a company',
    act: (c, t) => c.call('GET', `/api/companies/${t.companyId}/provider`),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'setCompanyProvider',
    what: 'of a company',
    act: (c, t) =>
      c.call('PUT', `/api/companies/${t.companyId}/provider`, {
        issuer: 'https://idp.example',
        clientId: 'halyard',
        clientSecret: 'secret',
        domains: [`${t.companyId}.example`],
        createsAccounts: false,
      }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'removeCompanyProvider',
    what: 'of a company',
    act: (c, t) => c.call('DELETE', `/api/companies/${t.companyId}/provider`),
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },
];

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
    what: 'oneself',
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
];

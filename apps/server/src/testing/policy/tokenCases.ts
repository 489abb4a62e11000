import type { Case, Kit } from './matrix.ts';

const BODY = { name: 'Script', scope: 'read', expiresInDays: 1 };

export const tokenCases = (kit: Kit): Case[] => [
  {
    call: 'listTokens',
    what: "the caller's own",
    act: (c) => c.call('GET', '/api/tokens'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'createToken',
    what: "the caller's own",
    act: (c) => c.call('POST', '/api/tokens', BODY),
    own: [201, 201, 201, 201, 201, 201, 401],
    foreign: [201, 201, 201, 201, 201, 201, 401],
  },
  {
    call: 'revokeToken',
    what: "the caller's own",
    act: async (c) => {
      const { json } = await c.call('POST', '/api/tokens', BODY);
      return c.call('DELETE', `/api/tokens/${json?.id ?? 'none'}`);
    },
    own: [204, 204, 204, 204, 204, 204, 401],
    foreign: [204, 204, 204, 204, 204, 204, 401],
  },
  {
    call: 'revokeToken',
    what: "another user's, including a service account",
    act: async (c, t) => {
      const { json } = await t.employee.call('POST', '/api/tokens', BODY);
      const other = c === t.employee ? await kit.fresh.serviceAccount(t) : json.id;
      return c.call('DELETE', `/api/tokens/${other}`);
    },
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
];

import type { Case, Kit } from './matrix.ts';

export const serviceCases = (kit: Kit): Case[] => [
  {
    call: 'listServiceAccounts',
    what: 'all of them',
    act: (c) => c.call('GET', '/api/service-accounts'),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createServiceAccount',
    what: 'of a company that the body names',
    act: (c, t) =>
      c.call('POST', '/api/service-accounts', {
        name: 'Weather',
        role: 'company_user',
        companyId: t.companyId,
      }),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createServiceAccount',
    what: "at a location that is not the company's",
    act: (c, t, other) =>
      c.call('POST', '/api/service-accounts', {
        name: 'Weather',
        role: 'location_user',
        companyId: t.companyId,
        locationId: other.locationId,
      }),
    own: [404, 403, 403, 403, 403, 403, 401],
    foreign: [404, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'revokeServiceAccount',
    what: 'by its ID',
    act: async (c, t) =>
      c.call('DELETE', `/api/service-accounts/${await kit.fresh.serviceAccount(t)}`),
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },
];

import { newId } from '../../platform/database/text.ts';
import { companyBody, customerBody, locationBody } from '../world.ts';
import type { Case, Kit } from './matrix.ts';

export const placeCases = (kit: Kit): Case[] => [
  // Cases about companies.
  {
    call: 'listCompanies',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/companies'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'getCompany',
    what: 'by its ID',
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
    call: 'createCustomer',
    what: 'with a pole',
    act: (c) => c.call('POST', '/api/customers', customerBody([`C-${newId()}`])),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateCompany',
    what: 'only autoHalfMast',
    act: (c, t) => c.call('PATCH', `/api/companies/${t.companyId}`, { autoHalfMast: true }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateCompany',
    what: 'only twoApprovals',
    act: (c, t) => c.call('PATCH', `/api/companies/${t.companyId}`, { twoApprovals: false }),
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
    what: 'with everything in it',
    act: async (c, t) => {
      const id = c === kit.caller.master ? await kit.fresh.company() : t.companyId;
      return c.call('DELETE', `/api/companies/${id}`);
    },
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },

  // Cases about locations.
  {
    call: 'listLocations',
    what: "in the caller's scope",
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
    call: 'findZipPlace',
    what: 'for the form of a location',
    act: (c) => c.call('GET', '/api/places/zip/79901'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'createLocation',
    what: 'in a company that the body names',
    act: (c, t) => {
      kit.harness.time.now++;
      return c.call('POST', '/api/locations', locationBody(t.companyId));
    },
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createLocation',
    what: "with an ID that begins with the other company's",
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
    act: async (c, t) => c.call('DELETE', `/api/locations/${await kit.fresh.location(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createSimulatedPole',
    what: 'at a location without a simulated pole',
    act: async (c, t) =>
      c.call('POST', `/api/locations/${await kit.fresh.location(t)}/simulated-pole`),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
];

import type { Case, Kit } from './matrix.ts';

const switches = [{ id: 'sw4', state: true }];

export const flagCases = (kit: Kit): Case[] => [
  {
    call: 'listFlags',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/flags'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listFlags',
    what: 'page by page, of a company in the query',
    act: (c, t) => c.call('GET', `/api/flags?page=1&company=${t.companyId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listFlagPlaces',
    what: "in the caller's scope, of a company in the query",
    act: (c, t) => c.call('GET', `/api/flags/places?company=${t.companyId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'searchRecords',
    what: "in the caller's scope, with IDs in the query",
    act: (c, t) =>
      c.call(
        'GET',
        `/api/search?q=a&poles=a&companies=${t.companyId}&locations=${t.locationId}&flags=${t.flagRowId}`,
      ),
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
    what: "of the user's own location",
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
    call: 'getFlag',
    what: 'by its ID',
    act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'listAdoptable',
    what: 'of a flag ID',
    act: (c) => c.call('GET', '/api/flags/adoptable/A-1'),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createFlag',
    what: 'adopting a device that does not report',
    act: (c, t) =>
      c.call('POST', '/api/flags', {
        name: 'New',
        flagId: 'A-1',
        companyId: t.companyId,
        locationId: t.locationId,
        adoptOwnerId: 'someone',
      }),
    own: [409, 403, 403, 403, 403, 403, 401],
    foreign: [409, 403, 403, 403, 403, 403, 401],
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
      c.call('PATCH', `/api/flags/${await kit.fresh.flag(t)}`, { locationId: t.otherLocationId }),
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
    what: 'to a location of the other company, and to that company',
    act: async (c, t, other) =>
      c.call('PATCH', `/api/flags/${await kit.fresh.flag(t)}`, {
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
      c.call('PATCH', `/api/flags/${await kit.fresh.flag(t)}`, {
        flagId: `R-${Math.random().toString(36).slice(2)}`,
      }),
    own: [200, 403, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'updateFlag',
    what: 'all fields of the dialog, flagId and company unchanged',
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
    what: 'permanently',
    act: async (c, t) => c.call('DELETE', `/api/flags/${await kit.fresh.flag(t)}`),
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'lockFlag',
    what: 'for work at its pole',
    act: async (c, t) =>
      c.call('PUT', `/api/flags/${await kit.fresh.flag(t)}/lock`, { reason: 'Rope frayed' }),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'lockFlag',
    what: 'at another location of the company',
    act: async (c, t) => {
      await kit.master.call('DELETE', `/api/flags/${t.otherFlagRowId}/lock`);
      return c.call('PUT', `/api/flags/${t.otherFlagRowId}/lock`, { reason: 'Rope frayed' });
    },
    own: [200, 200, 404, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'releaseFlag',
    what: 'that another user locked',
    act: async (c, t) => {
      const lock = `/api/flags/${await kit.fresh.flag(t)}/lock`;
      await kit.master.call('PUT', lock, { reason: 'Rope frayed' });
      return c.call('DELETE', lock);
    },
    own: [200, 200, 403, 403, 403, 404, 401],
    foreign: [200, 404, 404, 404, 403, 404, 401],
  },
  {
    call: 'releaseFlag',
    what: 'that the caller locked',
    act: async (c, t) => {
      const lock = `/api/flags/${await kit.fresh.flag(t)}/lock`;
      await c.call('PUT', lock, { reason: 'Rope frayed' });
      return c.call('DELETE', lock);
    },
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
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
    act: async (c, t) => c.call('POST', `/api/flags/${await kit.fresh.flag(t)}/keys`),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'createDeviceKey',
    what: "in place of a key of the other company's flag",
    act: async (c, t, other) =>
      c.call('POST', `/api/flags/${await kit.fresh.flag(t)}/keys`, { replaces: other.keyId }),
    own: [404, 403, 403, 403, 403, 403, 401],
    foreign: [404, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'replaceDevice',
    what: 'with a device of another flag ID',
    act: async (c, t) =>
      c.call('POST', `/api/flags/${await kit.fresh.flag(t)}/replace`, {
        flagId: `R-${Math.random().toString(36).slice(2)}`,
      }),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'revokeDeviceKey',
    what: 'of a flag, by its ID',
    act: async (c, t) => {
      const id = await kit.fresh.flag(t);
      const keys = await kit.master.call('GET', `/api/flags/${id}/keys`);
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
];

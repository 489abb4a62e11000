import { choiceOf } from '@halyard/domain';
import type { Case } from './matrix.ts';

const PATH = '/api/half-staff/follows';
const ALL = choiceOf(null);
const NO_CITY = { ...ALL, authorities: { ...ALL.authorities, city: [] } };

export const followsCases = (): Case[] => [
  {
    call: 'getFollows',
    what: 'of a company',
    act: (c, t) => c.call('GET', `${PATH}/${t.companyId}`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'getFollows',
    what: 'of a location',
    act: (c, t) => c.call('GET', `${PATH}/${t.companyId}?locationId=${t.locationId}`),
    own: [200, 200, 200, 404, 404, 404, 401],
    foreign: [200, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'getFollows',
    what: 'of a location of another company',
    act: (c, t, o) => c.call('GET', `${PATH}/${t.companyId}?locationId=${o.locationId}`),
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'setFollows',
    what: 'of a company',
    act: (c, t) => c.call('PUT', `${PATH}/${t.companyId}`, { locationId: null, follows: NO_CITY }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'setFollows',
    what: 'of a location',
    act: (c, t) =>
      c.call('PUT', `${PATH}/${t.companyId}`, { locationId: t.locationId, follows: ALL }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'setFollows',
    what: 'of a location of another company',
    act: (c, t, o) =>
      c.call('PUT', `${PATH}/${t.companyId}`, { locationId: o.locationId, follows: ALL }),
    own: [404, 404, 403, 403, 403, 403, 401],
    foreign: [404, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'previewFollows',
    what: 'of a company',
    act: (c, t) =>
      c.call('POST', `${PATH}/${t.companyId}/effect`, { locationId: null, follows: NO_CITY }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
];

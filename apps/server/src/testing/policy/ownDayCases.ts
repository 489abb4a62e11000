import type { World } from '../world.ts';
import type { Case } from './matrix.ts';

const PATH = '/api/half-staff/own-days';

export const ownDayCases = (): Case[] => {
  const body = ({ companyId }: World) => ({
    name: 'Founders’ day',
    kind: 'half',
    scope: { kind: 'companies', companyIds: [companyId] },
    rule: { kind: 'date', month: 6, day: 3 },
  });
  const make = async (tenant: World): Promise<string> =>
    (await tenant.companyUser.call('POST', PATH, body(tenant))).json.id;
  return [
    {
      call: 'listOwnDays',
      what: 'of the own scope',
      act: (c) => c.call('GET', PATH),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 200, 403, 403, 403, 403, 401],
    },
    {
      call: 'createOwnDay',
      what: 'of a company',
      act: (c, t) => c.call('POST', PATH, body(t)),
      own: [201, 201, 403, 403, 403, 403, 401],
      foreign: [201, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'createOwnDay',
      what: 'for everyone',
      act: (c, t) => c.call('POST', PATH, { ...body(t), scope: { kind: 'all' } }),
      own: [201, 403, 403, 403, 403, 403, 401],
      foreign: [201, 403, 403, 403, 403, 403, 401],
    },
    {
      call: 'updateOwnDay',
      what: 'by its id',
      act: async (c, t) =>
        c.call('PUT', `${PATH}/${await make(t)}`, {
          ...body(t),
          rule: { kind: 'date', month: 6, day: 4 },
        }),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'updateOwnDay',
      what: 'to another company',
      act: async (c, t, other) => c.call('PUT', `${PATH}/${await make(t)}`, body(other)),
      own: [200, 404, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'deleteOwnDay',
      what: 'by its id',
      act: async (c, t) => c.call('DELETE', `${PATH}/${await make(t)}`),
      own: [204, 204, 403, 403, 403, 403, 401],
      foreign: [204, 404, 403, 403, 403, 403, 401],
    },
  ];
};

import type { World } from '../world.ts';
import type { Case } from './matrix.ts';

const PATH = '/api/half-staff/own-days';
const TEMPLATES = '/api/half-staff/order-templates';

export const ownDayCases = (): Case[] => {
  const body = ({ companyId }: World) => ({
    name: 'Founders’ day',
    kind: 'half',
    scope: { kind: 'companies', companyIds: [companyId] },
    rule: { kind: 'date', month: 6, day: 3 },
  });
  const template = ({ locationId }: World) => ({
    name: 'Firefighter',
    terms: {
      kind: 'half',
      authority: 'city',
      reason: 'In memory of ___',
      scope: { kind: 'locations', locationIds: [locationId] },
      starts: { kind: 'sunrise' },
      ends: { kind: 'sunset', days: 0 },
    },
  });
  const make = async (tenant: World): Promise<string> =>
    (await tenant.companyUser.call('POST', PATH, body(tenant))).json.id;
  return [
    {
      call: 'listOwnDays',
      what: "in the caller's own scope",
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
      call: 'listOrderTemplates',
      what: "of the caller's own company",
      act: (c) => c.call('GET', TEMPLATES),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 200, 403, 403, 403, 403, 401],
    },
    {
      call: 'createOrderTemplate',
      what: 'for a location',
      act: (c, t) => c.call('POST', TEMPLATES, template(t)),
      own: [201, 201, 403, 403, 403, 403, 401],
      foreign: [201, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'deleteOrderTemplate',
      what: "a company's, also by a master, who has templates of the operator",
      act: async (c, t) => {
        const { id } = (await t.companyUser.call('POST', TEMPLATES, template(t))).json;
        return c.call('DELETE', `${TEMPLATES}/${id}`);
      },
      own: [404, 204, 403, 403, 403, 403, 401],
      foreign: [404, 404, 403, 403, 403, 403, 401],
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

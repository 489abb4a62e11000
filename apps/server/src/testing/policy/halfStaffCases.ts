import { orderBody, ownOrder } from '../world.ts';
import type { Case, Kit } from './matrix.ts';

export const halfStaffCases = (kit: Kit): Case[] => [
  {
    call: 'halfStaffOverview',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/half-staff'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'wrongPositions',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/half-staff/wrong-positions'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'wrongPositions',
    what: "one page, in the caller's scope",
    act: (c, t) => c.call('GET', `/api/half-staff/wrong-positions?page=1&company=${t.companyId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'planMove',
    what: "of flags in the wrong position, in the caller's scope",
    act: (c) => c.call('POST', '/api/moves/plans', { control: 'up', wrongPosition: 'half-staff' }),
    own: [201, 201, 201, 201, 201, 201, 401],
    foreign: [201, 201, 201, 201, 201, 201, 401],
  },
  {
    call: 'fixWrongPositions',
    what: 'by a plan of another user',
    act: async (c) => {
      const body = { control: 'up', wrongPosition: 'half-staff' };
      const { json } = await kit.master.call('POST', '/api/moves/plans', body);
      const fix = { kind: 'half-staff', plan: json.id };
      return c.call('POST', '/api/half-staff/wrong-positions/fix', fix);
    },
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'fixWrongPositions',
    what: "in the caller's scope: others are skipped",
    act: (c, t) =>
      c.call('POST', '/api/half-staff/wrong-positions/fix', {
        kind: 'half-staff',
        ids: [t.flagRowId],
      }),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'halfStaffNow',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/half-staff/now'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'halfStaffToday',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/half-staff/today'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'previewOrder',
    what: 'terms that are not stored',
    act: (c) => c.call('POST', '/api/half-staff/preview', { terms: orderBody() }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'previewOrder',
    what: "a company's own order",
    act: async (c, t) =>
      c.call('POST', '/api/half-staff/preview', {
        orderId: await kit.fresh.order(t),
        terms: ownOrder(t.companyId),
      }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'readOrderLink',
    what: 'to an address that must not be reached',
    act: (c) => c.call('POST', '/api/half-staff/read-link', { url: 'https://127.0.0.1/' }),
    own: [400, 400, 403, 403, 403, 403, 401],
    foreign: [400, 400, 403, 403, 403, 403, 401],
  },
  {
    call: 'ledgerHead',
    what: 'of the whole chain',
    act: (c) => c.call('GET', '/api/half-staff/ledger-head'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'halfStaffRelease',
    what: 'of a company',
    act: (c, t) => c.call('GET', `/api/half-staff/release?companyId=${t.companyId}`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'halfStaffRelease',
    what: "of a company's own order",
    act: async (c, t) =>
      c.call('GET', `/api/half-staff/release?orderId=${await kit.fresh.order(t)}`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'engineStatus',
    what: 'for all users who see flags',
    act: (c) => c.call('GET', '/api/half-staff/engine'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'dismissChangedRules',
    what: 'for the caller',
    act: (c) => c.call('DELETE', '/api/half-staff/engine/changed-rules'),
    own: [204, 403, 403, 403, 403, 403, 401],
    foreign: [204, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'dryRun',
    what: 'of all poles',
    act: (c) => c.call('GET', '/api/half-staff/dry-run'),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'switchEngine',
    what: 'off',
    act: (c) => c.call('PUT', '/api/half-staff/engine', { isOn: false }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'halfStaffCalendar',
    what: 'of a year',
    act: (c) => c.call('GET', '/api/half-staff/calendar/2027'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'confirmHalfStaffDay',
    what: 'a projected day',
    act: (c) =>
      c.call('POST', '/api/half-staff/days', {
        name: 'National Fallen Firefighters Memorial Service',
        date: '2027-05-02',
      }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  ...(['complianceOfSource', 'complianceOfSourceCsv'] as const).map(
    (call): Case => ({
      call,
      what: "of a company's own order",
      act: async (c, t) =>
        c.call(
          'GET',
          `/api/half-staff/compliance/source/order:${await kit.fresh.order(t)}${call.endsWith('Csv') ? '/csv' : ''}`,
        ),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    }),
  ),
  ...(['complianceOfCompany', 'complianceOfCompanyCsv'] as const).map(
    (call): Case => ({
      call,
      what: 'by its ID',
      act: (c, t) =>
        c.call(
          'GET',
          `/api/half-staff/compliance/company/${t.companyId}${call.endsWith('Csv') ? '/csv' : ''}`,
        ),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    }),
  ),
  {
    call: 'listOrders',
    what: "one page, in the caller's scope",
    act: (c, t) => c.call('GET', `/api/half-staff/orders?page=1&company=${t.companyId}`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'listOrders',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/half-staff/orders'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'getOrder',
    what: "a company's own",
    act: async (c, t) => c.call('GET', `/api/half-staff/orders/${await kit.fresh.order(t)}`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'listOrderVersions',
    what: "of a company's own",
    act: async (c, t) =>
      c.call('GET', `/api/half-staff/orders/${await kit.fresh.order(t)}/versions`),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createOrder',
    what: "in a company's name",
    act: (c, t) => c.call('POST', '/api/half-staff/orders', ownOrder(t.companyId)),
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createOrder',
    what: 'at a location',
    act: (c, t) =>
      c.call(
        'POST',
        '/api/half-staff/orders',
        ownOrder(t.companyId, { scope: { kind: 'locations', locationIds: [t.locationId] } }),
      ),
    own: [201, 201, 403, 403, 403, 403, 401],
    foreign: [201, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'createOrder',
    what: "in the President's name",
    act: (c) => c.call('POST', '/api/half-staff/orders', orderBody()),
    own: [201, 403, 403, 403, 403, 403, 401],
    foreign: [201, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateOrder',
    what: "a company's own",
    act: async (c, t) =>
      c.call('PATCH', `/api/half-staff/orders/${await kit.fresh.order(t)}`, {
        revision: 1,
        reason: 'A colleague died',
      }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'updateOrder',
    what: 'to another company',
    act: async (c, t, other) =>
      c.call('PATCH', `/api/half-staff/orders/${await kit.fresh.order(t)}`, {
        revision: 1,
        scope: { kind: 'companies', companyIds: [other.companyId] },
      }),
    own: [200, 404, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'deleteOrder',
    what: "a company's own draft",
    act: async (c, t) => c.call('DELETE', `/api/half-staff/orders/${await kit.fresh.order(t)}`),
    own: [204, 204, 403, 403, 403, 403, 401],
    foreign: [204, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'approveOrder',
    what: "a company's own",
    act: async (c, t) =>
      c.call('POST', `/api/half-staff/orders/${await kit.fresh.order(t)}/approve`, { revision: 1 }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'listSecondApprovals',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/half-staff/second-approvals'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'approveOrderSecond',
    what: "a company's own, without required second approvals",
    act: async (c, t) => {
      const url = `/api/half-staff/orders/${await kit.fresh.order(t)}`;
      await t.companyUser.call('POST', `${url}/approve`, { revision: 1 });
      const body = { version: 1, revision: 2, companyIds: [t.companyId] };
      return c.call('POST', `${url}/second-approval`, body);
    },
    own: [409, 409, 403, 403, 403, 403, 401],
    foreign: [409, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'cancelOrder',
    what: "a company's own, approved",
    act: async (c, t) => {
      const url = `/api/half-staff/orders/${await kit.fresh.order(t)}`;
      await t.companyUser.call('POST', `${url}/approve`, { revision: 1 });
      return c.call('POST', `${url}/cancel`, { why: 'Given by mistake' });
    },
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
];

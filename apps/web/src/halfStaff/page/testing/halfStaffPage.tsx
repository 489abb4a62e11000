import {
  type HalfStaffOverview,
  type Order,
  type OrderPreview,
  type OrderReach,
  OVERVIEW_POLES,
  REACH_KINDS,
  type ReachKind,
} from '@halyard/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import HalfStaffPage from '../HalfStaffPage.tsx';

export const master = testUser();
export const companyUser = testUser({ role: 'company_user', companyId: 'acme' });
export const NOON = Date.UTC(2026, 11, 7, 17);
export const PEARL_HARBOR = {
  kind: 'annual-day' as const,
  key: 'day:2026-12-07',
  keys: ['day:2026-12-07'],
  by: null,
  title: 'National Pearl Harbor Remembrance Day',
};
export const OFF = { isOn: false, by: null, at: null };
export const pole = (id: string) => ({
  id,
  name: `Pole ${id}`,
  location: 'City Hall',
  company: 'Acme',
  companyId: 'acme',
});

/**
 * Returns the total number of poles with a problem and the first few of them, as the server does.
 */
export const listed = <Problem,>(all: Problem[]) => ({
  total: all.length,
  first: all.slice(0, OVERVIEW_POLES),
});

export const overview = (changes: Partial<HalfStaffOverview> = {}): HalfStaffOverview => ({
  engine: OFF,
  now: NOON,
  holding: [],
  next: [],
  projected: [],
  alarms: listed([]),
  held: listed([]),
  notReady: listed([]),
  ...changes,
});

export const order = (id: string, reason: string, changes: Partial<Order> = {}): Order => ({
  id,
  reason,
  authority: 'president',
  kind: 'half',
  sourceUrl: null,
  issuedAt: NOON,
  scope: { kind: 'all' },
  starts: { kind: 'sunrise', date: '2026-12-10' },
  ends: { kind: 'sunset', date: '2026-12-12' },
  companyId: null,
  status: 'draft',
  version: 1,
  revision: 4,
  createdBy: 'pat',
  createdAt: NOON,
  approvedBy: null,
  approvedAt: null,
  cancelledBy: null,
  cancelledAt: null,
  cancelledWhy: null,
  ...changes,
});

/**
 * Returns how an order affects the poles in its scope, as the API reports it.
 * @param names the pole IDs, grouped by what happens to the poles
 */
export function reachOf(names: Partial<Record<ReachKind, string[]>>): OrderReach {
  const poles = Object.fromEntries(
    REACH_KINDS.map((kind) => {
      const ids = names[kind] ?? [];
      return [kind, { count: ids.length, names: ids.slice(0, 5).map(pole) }];
    }),
  ) as OrderReach['poles'];
  const inScope = Object.values(poles).reduce((sum, { count }) => sum + count, 0);
  return { inScope, follow: inScope - poles.optedOut.count, later: 0, poles };
}

export const PREVIEW: OrderPreview = {
  ...reachOf({
    moves: ['1', '2', '3', '4', '5', '6', '8', '9'],
    down: ['10', '11'],
    offline: ['7'],
    optedOut: ['x1', 'x2', 'x3'],
  }),
  engineIsOn: true,
  isEmpty: false,
  rising: { count: 0, names: [] },
  risingIds: [],
  waiting: [],
  zones: [
    {
      timeZone: 'America/New_York',
      poles: 11,
      from: { earliest: Date.UTC(2026, 11, 10, 12, 10), latest: Date.UTC(2026, 11, 10, 12, 25) },
      until: null,
    },
  ],
};

export async function show(handlers: Record<string, Handler> = {}, user = master) {
  serve({
    'GET /api/half-staff': () => ({ body: overview() }),
    'GET /api/half-staff/orders': () => ({ body: [] }),
    'GET /api/half-staff/calendar/2026': () => ({
      body: { year: 2026, days: [], confirmed: [], orders: [] },
    }),
    'GET /api/half-staff/engine': () => ({ body: { ...OFF, changedRules: [] } }),
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
    'GET /api/locations': () => ({ body: [] }),
    'GET /api/locations/company/acme': () => ({ body: [] }),
    ...handlers,
  });
  renderWith(<HalfStaffPage />, { user, path: '/half-staff' });
  await screen.findByRole('heading', { name: 'Orders' });
  return userEvent.setup({ delay: null });
}

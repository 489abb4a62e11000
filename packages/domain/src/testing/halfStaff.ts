import type { OrdersAndDays, Pole } from '../halfStaff/facts/poleFacts.ts';
import type { Order } from '../halfStaff/orders/order.ts';
import { type ListedPole, ReachCount, type ReachSource } from '../halfStaff/preview/orderReach.ts';
import type { PreviewCount } from '../halfStaff/preview/previewOrder.ts';
import type { OrderReach } from '../halfStaff/preview/previewSchemas.ts';
import type { Place } from '../places/place.ts';
import { placeOf } from '../places/place.ts';

/** The locations that the tests for sunrise, sunset and half-staff use. */
export const PLACES = {
  dc: { latitude: 38.9072, longitude: -77.0369, timeZone: 'America/New_York' },
  newYork: { latitude: 40.7128, longitude: -74.006, timeZone: 'America/New_York' },
  phoenix: { latitude: 33.4484, longitude: -112.074, timeZone: 'America/Phoenix' },
  honolulu: { latitude: 21.3069, longitude: -157.8583, timeZone: 'Pacific/Honolulu' },
  anchorage: { latitude: 61.2181, longitude: -149.9003, timeZone: 'America/Anchorage' },
  fargo: { latitude: 46.8772, longitude: -96.7898, timeZone: 'America/Chicago' },
  fairbanks: { latitude: 64.8378, longitude: -147.7164, timeZone: 'America/Anchorage' },
  utqiagvik: { latitude: 71.2906, longitude: -156.7886, timeZone: 'America/Anchorage' },
} satisfies Record<string, Place>;

/**
 * Returns a pole that is up, reports its position and has no daily rule, and whose company follows
 * orders.
 */
export function poleIn(state: string, more: Partial<Pole> = {}): Pole {
  const place = placeOf({ state, latitude: null, longitude: null, timeZone: null });
  const { position = 'up' } = more;
  return {
    companyId: 'c1',
    locationId: 'l1',
    state,
    place,
    dailyRule: 'none',
    optedIn: true,
    flies: 'us',
    follows: null,
    lock: null,
    hold: null,
    concernedSince: 0,
    releasedAt: null,
    request: null,
    position,
    reported: position,
    ...more,
  };
}

/** Returns an approved half-staff order by the President for all poles. */
export function orderOf(more: Partial<Order>): Order {
  return {
    id: 'o1',
    companyId: null,
    authority: 'president',
    kind: 'half',
    reason: 'Death of a former President',
    sourceUrl: null,
    issuedAt: 0,
    scope: { kind: 'all' },
    starts: { kind: 'immediately' },
    ends: { kind: 'open' },
    status: 'approved',
    version: 1,
    revision: 1,
    createdBy: 'ann',
    createdAt: 0,
    approvedBy: 'ann',
    approvedAt: 0,
    cancelledBy: null,
    cancelledAt: null,
    cancelledWhy: null,
    ...more,
  };
}

/**
 * Counts the poles in the scope of an order or half-staff day, grouped by how they are affected.
 */
export function reachOf(
  source: ReachSource,
  poles: readonly ListedPole[],
  facts: OrdersAndDays,
  now: number,
): OrderReach {
  const counts = new ReachCount(source, facts, now);
  for (const each of poles) counts.add(each);
  return counts.reach;
}

/** Returns the preview of a change for the given poles. */
export function previewAt(counts: PreviewCount, poles: readonly ListedPole[]) {
  for (const each of poles) counts.add(each);
  return counts.preview;
}

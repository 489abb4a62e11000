import { z } from 'zod';
import { EVENT_TYPES } from '../../../api/webhooks.ts';
import { type Order, order } from '../../../halfStaff/orders/order.ts';
import { US_STATES } from '../../../places/states.ts';
import { type CivilDate, partsOf } from '../../../time/civilDate.ts';
import type { DeliveredDocument } from './deliveredDocument.ts';

/** An event sent by a webhook of another Halyard installation (docs/integrations.md). */
const halyardEvent = z.object({
  id: z.string().max(500),
  type: z.enum([...EVENT_TYPES, 'test']),
  data: z.object({}),
});
const orderEvent = z.object({
  type: z.enum(['order.approved', 'order.amended', 'order.cancelled']),
  data: z.object({ order: order.omit({ companyId: true }) }),
});

/**
 * Converts an event from another Halyard installation to a document. Returns null if the event is
 * not about an order, and undefined if the content is not an event at all.
 */
export function documentOfEvent(content: unknown): DeliveredDocument | null | undefined {
  if (!halyardEvent.safeParse(content).success) return undefined;
  const event = orderEvent.safeParse(content);
  if (!event.success) return null;
  const { type, data } = event.data;
  return {
    id: `order ${data.order.id} ${type === 'order.cancelled' ? 'canceled' : ''}`,
    title: data.order.reason.replaceAll(/\s+/g, ' '),
    link: data.order.sourceUrl,
    publishedAt: data.order.issuedAt,
    text: announcementOf(data.order, type),
  };
}

type ReceivedOrder = z.output<typeof orderEvent>['data']['order'];
type OrderEvent = z.output<typeof orderEvent>['type'];

/**
 * Returns an announcement of an order, always in English, in words that the order reader
 * understands.
 */
function announcementOf(order: ReceivedOrder, type: OrderEvent): string {
  const { kind, starts, reason, issuedAt } = order;
  const flags = `flags${placeText(order.scope)}`;
  const who = issuerText(order);
  const staff = kind === 'half' ? 'half-staff' : 'full-staff';
  const issued = dateOf(new Date(issuedAt).toISOString().slice(0, 10));
  const period = `${startText(starts)} until ${endText(order.ends)}`;
  const sentences =
    type === 'order.cancelled'
      ? [`${who} has canceled the order that ${flags} be flown at ${staff} ${period}.`]
      : [
          `${issued}. ${who} orders all ${flags} to be flown at ${staff} ${period}.`,
          ...(type === 'order.amended' ? ['This order corrects the earlier order.'] : []),
        ];
  return `${sentences.join(' ')}\n\nReason: ${reason}`;
}

function issuerText({ authority, scope }: ReceivedOrder): string {
  const only = scope.kind === 'states' && scope.states.length === 1 ? scope.states[0] : undefined;
  switch (authority) {
    case 'president':
      return 'The President of the United States';
    case 'governor':
      return only === undefined ? 'The Governor' : `The Governor of ${stateName(only)}`;
    case 'mayor-dc':
      return 'The Mayor of the District of Columbia';
    case 'county':
      return 'The county';
    case 'city':
      return 'The city';
    case 'company':
      return 'The company';
  }
}

/**
 * Returns where the order applies, as part of an English sentence. Leaves out companies and
 * locations, which exist only in the other Halyard installation.
 */
function placeText(scope: Order['scope']): string {
  if (scope.kind === 'all') return ' nationwide';
  if (scope.kind !== 'states' || scope.states.length === 0) return '';
  const names = scope.states.map(stateName);
  const last = names.pop();
  return ` in ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`;
}

const stateName = (code: string): string =>
  US_STATES.find(([value]) => value === code)?.[1] ?? code;

function startText(starts: Order['starts']): string {
  switch (starts.kind) {
    case 'immediately':
      return 'effective immediately';
    case 'sunrise':
      return `from sunrise on ${dateOf(starts.date)}`;
    case 'time':
      return `from ${clockOf(starts.time)} on ${dateOf(starts.date)}`;
  }
}

function endText(ends: Order['ends']): string {
  switch (ends.kind) {
    case 'open':
      return 'further notice';
    case 'time':
      return `${clockOf(ends.time)} on ${dateOf(ends.date)}`;
    default:
      return `${ends.kind} on ${dateOf(ends.date)}`;
  }
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function dateOf(date: CivilDate): string {
  const [year, month, day] = partsOf(date);
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

function clockOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

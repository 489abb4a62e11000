import {
  type CivilDate,
  type EventType,
  type Order,
  type OrderFacts,
  orderKey,
  versionInEffect,
} from '@halyard/domain';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { subscribersOf } from '../../../webhooks/events/events.ts';
import { enqueueOnce } from '../../../webhooks/events/onceEvents.ts';
import { orderView } from '../../orders/queries.ts';
import { type Beginning, begunAt, reminderKey, remindersDue } from '../begins/due.ts';
import { endingFor, endingKey, endingsDue } from '../ends/due.ts';
import type { CompanyPoles, FleetRound } from '../sending/round.ts';
import { isCurrent } from './isCurrent.ts';

/** The webhook events that announce the start or the end of half-staff. */
export const NOTICE_EVENTS = [
  'half_staff.begins_tomorrow',
  'half_staff.begins',
  'half_staff.ends_today',
] as const satisfies readonly EventType[];

/** A half-staff webhook event that is due for a company. */
interface Due {
  type: (typeof NOTICE_EVENTS)[number];
  key: string;
  kind: 'half' | 'full';
  title: string;
  date: CivilDate;
  /** Whether the date of the half-staff day is confirmed. Poles follow only confirmed days. */
  confirmed: boolean;
  /** The order that the event is about. Null if the event is about an annual half-staff day. */
  order: OrderFacts | null;
}

/**
 * Returns the IDs of the companies that have webhooks for any of these events. Includes null if a
 * webhook covers all companies.
 */
export async function noticeSubscribers(queries: Queries): Promise<Set<string | null>> {
  const all = new Set<string | null>();
  for (const type of NOTICE_EVENTS)
    for (const companyId of await subscribersOf(queries, type)) all.add(companyId);
  return all;
}

/**
 * Queues webhook events about half-staff that begins tomorrow, has begun, or ends today. Each
 * affected company gets its own event. Webhooks that cover all companies get one event, as soon as
 * it is due for any company. If an order has changed since this run of the job began, its events
 * wait for the next run.
 */
export class NoticeEvents {
  readonly #round: FleetRound;
  readonly #subscribers: ReadonlySet<string | null>;
  readonly #coming: readonly Beginning[];
  readonly #ending: readonly OrderFacts[];
  readonly #queuedForAll = new Set<string>();

  /**
   * @param subscribers the result of `noticeSubscribers`
   * @param coming the result of `beginnings`
   * @param ending the result of `endingSoon`
   */
  constructor(
    round: FleetRound,
    subscribers: ReadonlySet<string | null>,
    coming: readonly Beginning[],
    ending: readonly OrderFacts[],
  ) {
    this.#round = round;
    this.#subscribers = subscribers;
    this.#coming = coming;
    this.#ending = ending;
  }

  /** Whether any webhook gets events about a company's poles. */
  areFor({ id }: Pick<CompanyPoles, 'id'>): boolean {
    return this.#subscribers.has(id) || this.#subscribers.has(null);
  }

  async queueFor(company: CompanyPoles): Promise<void> {
    if (!this.areFor(company)) return;
    const isForCompany = this.#subscribers.has(company.id);
    const isForAll = this.#subscribers.has(null);
    for (const due of await eventsDue(this.#round, company, this.#coming, this.#ending)) {
      if (isForCompany) await queue(this.#round, company.id, due);
      const key = `${due.type} ${due.key}`;
      if (!isForAll || this.#queuedForAll.has(key)) continue;
      this.#queuedForAll.add(key);
      await queue(this.#round, null, due);
    }
  }
}

async function eventsDue(
  { facts, now }: FleetRound,
  { id, poles }: CompanyPoles,
  coming: readonly Beginning[],
  ending: readonly OrderFacts[],
): Promise<Due[]> {
  const orderOf = (sourceKey: string) =>
    facts.orders.find((order) => orderKey(order.id) === sourceKey) ?? null;
  const reminders = await remindersDue(poles, coming, now);
  const begun = await begunAt(poles, coming, now);
  const endings = await endingsDue(poles, endingFor(id, ending), facts, now);
  return [
    ...reminders
      .filter(({ when }) => when === 'tomorrow')
      .map((reminder): Due => {
        const { kind, title, date, projected, sourceKey } = reminder;
        const common = { kind, title, date, confirmed: !projected, order: orderOf(sourceKey) };
        return { type: 'half_staff.begins_tomorrow', key: reminderKey(reminder), ...common };
      }),
    ...begun.map(({ key, kind, title, date, sourceKey }): Due => {
      const common = { kind, title, date, confirmed: true, order: orderOf(sourceKey) };
      return { type: 'half_staff.begins', key, ...common };
    }),
    ...endings.map((one): Due => {
      const { title, date, orderId } = one;
      const order = orderOf(orderKey(orderId));
      const common = { kind: 'half', title, date, confirmed: true, order } as const;
      return { type: 'half_staff.ends_today', key: endingKey(one), ...common };
    }),
  ];
}

function queue(
  { services: { db, clock } }: FleetRound,
  companyId: string | null,
  { type, key, order, ...data }: Due,
): Promise<void> {
  return enqueueOnce(db, { type, companyId, key, at: clock() }, async (trx) => {
    if (order === null) return { ...data, order };
    if (!(await isCurrent(trx, order))) return null;
    const seen = await orderFor(trx, companyId, order);
    return seen && { ...data, order: seen };
  });
}

/**
 * Returns the version of an order that is in effect for a company, reduced to what the company may
 * see.
 */
async function orderFor(
  trx: Trx,
  companyId: string | null,
  facts: OrderFacts,
): Promise<Order | null> {
  const inEffect = companyId === null ? facts : (versionInEffect(facts, companyId) ?? facts);
  const { earlier: _, secondApprovals: _second, ...order }: OrderFacts = inEffect;
  const view = await orderView(
    trx,
    companyId === null ? { kind: 'all' } : { kind: 'company', companyId },
  );
  return view(order);
}

import type { Services } from '../../calls/context.ts';
import { whichMail } from '../../halfStaff/reminders/sending/whichMail.ts';
import { isAnyWanted } from '../../webhooks/events/events.ts';
import { enqueueOnce } from '../../webhooks/events/onceEvents.ts';
import { openDrafts } from './drafts.ts';
import { failingSources } from './stored/queries.ts';

/** The maximum age of a problem in ms. No events are sent about older problems. */
const LATE_MS = 3 * 24 * 3_600_000;

type EventServices = Pick<Services, 'db' | 'clock' | 'domainClock'>;

/**
 * Queues webhook events about drafts of orders and problems with sources of orders. Only webhooks
 * for all companies get them. Queues each event only once.
 */
export async function queueSourceEvents(services: EventServices): Promise<void> {
  const { queries } = services.db;
  if (await isAnyWanted(queries, ['draft.waiting'])) await queueDrafts(services);
  if (await isAnyWanted(queries, ['source.problem'])) await queueProblems(services);
}

/**
 * Queues events about each draft of an order: a first one immediately, and a reminder a day later.
 */
async function queueDrafts({ db, clock, domainClock }: EventServices): Promise<void> {
  for (const { orders: _, ...document } of await openDrafts(db.queries)) {
    const which = whichMail(domainClock.now() - document.foundAt);
    if (!which) continue;
    const key = `${which}:source:${document.id}`;
    const event = { type: 'draft.waiting', companyId: null, key, at: clock() } as const;
    const data = { order: null, document, reminder: which === 'still' };
    await enqueueOnce(db, event, () => Promise.resolve(data));
  }
}

/** Queues an event about each problem with a source of orders. */
async function queueProblems({ db, clock }: EventServices): Promise<void> {
  const now = clock();
  for (const source of await failingSources(db.queries)) {
    const { id, definition, problem, problem_text: text, problem_since: since } = source;
    if (since === null || now - since > LATE_MS) continue;
    const event = {
      type: 'source.problem',
      companyId: null,
      key: `${id}:${since}`,
      at: now,
    } as const;
    const data = { source: { id, name: definition.name }, problem, text, since };
    await enqueueOnce(db, event, () => Promise.resolve(data));
  }
}

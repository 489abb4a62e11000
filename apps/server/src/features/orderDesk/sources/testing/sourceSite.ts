import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { engines } from '../../../../testing/engines.ts';
import { type Client, createHarness, type Harness, SETTINGS } from '../../../../testing/harness.ts';
import { runJob } from '../../../../testing/runJob.ts';
import { type Receiver, startReceiver } from '../../../webhooks/testing/receiver.ts';
import { orderSourcesJob } from '../job.ts';

export const PATH = '/api/half-staff/sources';
export const DRAFTS = '/api/half-staff/source-drafts';
export const MINUTE_MS = 60_000;
export const NOW = Date.UTC(2026, 4, 4, 15);

/** Returns the text of a governor's order that the order reader can read completely. */
export const orderText = (until: string) =>
  `<p>COLUMBUS, May 4, 2026. Governor Ann Bell of Ohio ordered flags statewide to half-staff,
effective immediately, until sunset on ${until}. The order is in memory of Trooper Cole Barton.</p>`;

interface Item {
  path: string;
  title: string;
}

/** A function that handles one request to the website. */
export type Answer = Parameters<Receiver['answer']>[0];

/**
 * Starts a website that publishes half-staff orders, and a new server for each test.
 * @returns functions that publish on the website and use the server
 */
export function useSourceSite(engine: (typeof engines)[number]) {
  let harness: Harness;
  let master: Client;
  let site: Receiver;
  let kicks = 0;
  /**
   * The documents on the test's website, by path. If a value is a function, it handles the request
   * itself.
   */
  const documents = new Map<string, string | Answer>();

  beforeAll(async () => {
    site = await startReceiver();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    harness = await createHarness({
      engine,
      settings: { webhookPrivateTargets: true },
      orderSources: { kick: () => void kicks++ },
    });
    harness.time.now = NOW;
    master = await harness.as('master');
    documents.clear();
    kicks = 0;
    site.received.length = 0;
    site.answer((response, request) => {
      const document = documents.get(request.path);
      if (typeof document === 'function') document(response, request);
      else if (document === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(document);
    });
  });
  afterEach(() => harness.close());

  const call: Client['call'] = (...request) => master.call(...request);
  const at = (path: string) => new URL(path, site.url).href;
  const poll = () =>
    runJob(
      orderSourcesJob(harness.services, { ...SETTINGS, webhookPrivateTargets: true }),
      harness.services.db,
    );
  const publish = (items: readonly Item[]) => {
    const list = items.map(
      ({ path, title }) => `<item><title>${title}</title><link>${path}</link></item>`,
    );
    documents.set('/feed', `<rss><channel>${list.join('')}</channel></rss>`);
  };
  return {
    documents,
    call,
    at,
    poll,
    publish,
    now: () => harness.time.now,
    port: () => site.port,
    /** Returns how many times the server has started the job that checks sources. */
    kicks: () => kicks,
    /** Returns the requests that the website has received. */
    received: () => site.received,
    /** Lets time pass until every source is due for a check, and checks all sources. */
    async pollAgain(minutes = 24 * 60) {
      harness.time.now += minutes * MINUTE_MS;
      await poll();
    },
    publishOrder(path = '/order', until = 'May 8, 2026') {
      documents.set(path, `<html><body>${orderText(until)}</body></html>`);
      publish([{ path, title: 'Governor orders flags lowered' }]);
    },
    add: (more: object = {}) =>
      call('POST', PATH, { kind: 'feed', name: 'Ohio', url: at('/feed'), ...more }),
    sourceOf: async (id: string) =>
      (await call('GET', PATH)).json.sources.find((one: { id: string }) => one.id === id),
    /**
     * Replaces the stored definition of a source with one that another version of Halyard could
     * have stored.
     */
    setDefinition: async (id: string, definition: object) => {
      await harness.services.db.queries
        .updateTable('order_sources')
        .set({ definition: JSON.stringify(definition) })
        .where('id', '=', id)
        .execute();
    },
    drafts: async () => (await call('GET', DRAFTS)).json,
  };
}

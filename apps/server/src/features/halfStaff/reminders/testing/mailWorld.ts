import type { Order } from '@halyard/domain';
import type { Engine } from '../../../../platform/database/engines/engine.ts';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import type { Work } from '../../../../platform/jobs/jobs.ts';
import { deliverMails } from '../../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { createWorld, orderBody, type World } from '../../../../testing/world.ts';
import { setEngineState } from '../../autopilot/engineState.ts';
import { PoleIndex } from '../../poles/poleIndex.ts';
import { reminderJob } from '../job.ts';

export const SETTINGS: MailSettings = {
  productName: 'Halyard',
  publicUrl: 'https://h.example',
  mailsPerCompany: 1000,
};
const ORDERS = '/api/half-staff/orders';

/** A company that follows orders while autopilot is on, and the emails that its users get. */
export interface MailWorld {
  harness: Harness;
  master: Client;
  world: World;
  /** Sets the clock. */
  at(moment: string): void;
  /** The index of poles that the job uses. */
  poles: PoleIndex;
  /**
   * Runs the job once, sends its emails, and returns them. The job remembers its earlier runs with
   * the same settings.
   */
  round(settings?: MailSettings): Promise<Mail[]>;
  /** Does the same as `round`, but returns only the emails to the company user. */
  own(): Promise<Mail[]>;
  draft(more?: object, by?: Client): Promise<Order>;
  /** Drafts and approves an order. */
  approve(more?: object): Promise<Order>;
  amend(id: string, more: object): Promise<void>;
  cancel(id: string): Promise<void>;
  want(client: Client, wants: object): Promise<void>;
  /** Makes the job forget its earlier runs, as after a restart. */
  restart(): void;
  close(): Promise<void>;
}

export const sunrise = (date: string) => ({ kind: 'sunrise', date });
export const sunset = (date: string) => ({ kind: 'sunset', date });
export const addressOf = ({ id }: Pick<Client, 'id'>): string => `${id}@example.test`;

/**
 * Creates the test world.
 * @param start the initial time of the clock
 */
export async function createMailWorld(engine: Engine, start: string): Promise<MailWorld> {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const harness = await createHarness({ engine, mailer });
  const { services, time } = harness;
  time.now = Date.parse(start);
  const master = await harness.as('master');
  const world = await createWorld(harness, master);
  await master.call('PATCH', `/api/companies/${world.companyId}`, { autoHalfMast: true });
  await services.db.transaction((trx) => setEngineState(trx, { isOn: true, by: 'ann', at: 0 }));

  const done = async (answer: ReturnType<Client['call']>, status: number) => {
    const { json, text, ...rest } = await answer;
    if (rest.status !== status) throw new Error(`${rest.status} ${text}`);
    return json;
  };
  const revisionOf = async (id: string) =>
    (await done(master.call('GET', `${ORDERS}/${id}`), 200)).revision;
  const draft = (more: object = {}, by = master): Promise<Order> =>
    done(by.call('POST', ORDERS, orderBody({ ends: { kind: 'open' }, ...more })), 201);
  const poles = new PoleIndex(services.db);
  let work: Promise<Work> | undefined;
  const begin = async (settings: MailSettings) =>
    reminderJob(services, settings, poles).begin({
      ...{ db: services.db, signal: new AbortController().signal },
      kick: () => undefined,
      failed: () => undefined,
    });
  const round = async (settings = SETTINGS) => {
    work ??= begin(SETTINGS);
    await (await (settings === SETTINGS ? work : begin(settings))).round();
    await deliverMails(services, () => false);
    return mails.splice(0);
  };
  return {
    harness,
    master,
    world,
    at(moment) {
      time.now = Date.parse(moment);
    },
    poles,
    round,
    own: async () => (await round()).filter(({ to }) => to === addressOf(world.companyUser)),
    draft,
    async approve(more) {
      const { id } = await draft(more);
      return done(master.call('POST', `${ORDERS}/${id}/approve`, { revision: 1 }), 200);
    },
    async amend(id, more) {
      const body = { revision: await revisionOf(id), ...more };
      await done(master.call('PATCH', `${ORDERS}/${id}`, body), 200);
    },
    async cancel(id) {
      await done(master.call('POST', `${ORDERS}/${id}/cancel`, { why: 'Entered twice' }), 200);
    },
    async want(client, wants) {
      await done(client.call('PUT', '/api/user/half-staff-mails', wants), 200);
    },
    restart() {
      work = undefined;
    },
    close: () => harness.close(),
  };
}

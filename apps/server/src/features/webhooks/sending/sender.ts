import { t } from '@halyard/messages';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import type { Services } from '../../calls/context.ts';
import { openSecret } from '../stored/secrets.ts';
import { type Due, dueDeliveries, type Target, targetOf, waitingWebhooks } from './due.ts';
import { noteOutcome } from './outcomes.ts';
import { type Outcome, type PostOptions, post } from './post.ts';
import { signatureHeaders } from './signature.ts';

/** The maximum number of parallel deliveries to one webhook. */
const PER_TARGET = 4;
/** The maximum number of webhooks to send to at the same time. Each delivery needs a socket. */
const MAX_LANES = 250;
/**
 * After this many failures in a row, deliveries to a webhook pause, to avoid flooding its server.
 */
const FAILURES_BEFORE_REST = 5;
/** How long deliveries to a webhook pause after too many failures, in ms. */
const REST_MS = 30_000;

type SenderServices = Pick<Services, 'db' | 'clock' | 'log'>;
interface SenderOptions extends Pick<PostOptions, 'privateTargets'> {
  secrets: SecretBox | null;
  /** Called if a database error occurs while deliveries are sent. */
  failed(error: unknown): void;
}

const unreadable = (): Outcome => ({
  responseStatus: null,
  responseText: null,
  error: t`Couldn’t read the signing secret on this server. Delete the webhook and create it again.`,
});

/**
 * Sends the queued deliveries. Each webhook is served separately, so that a slow or dead server
 * does not delay the others. A delivery that was in progress when a process stopped is sent again,
 * so receivers may get a delivery more than once. Deliveries may arrive in any order.
 */
export class Sender {
  readonly #services: SenderServices;
  readonly #options: SenderOptions;
  readonly #stopping = new AbortController();
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, { inRow: number; restUntil: number }>();

  constructor(services: SenderServices, options: SenderOptions) {
    this.#services = services;
    this.#options = options;
  }

  /**
   * Starts sending to each webhook with queued deliveries, beginning with webhooks that have not
   * failed.
   */
  async round(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock();
    const inRow = (id: string) => this.#failures.get(id)?.inRow ?? 0;
    const waiting = (await waitingWebhooks(db.queries, now))
      .filter((id) => !this.#lanes.has(id) && (this.#failures.get(id)?.restUntil ?? 0) <= now)
      .sort((a, b) => inRow(a) - inRow(b));
    for (const id of waiting.slice(0, Math.max(0, MAX_LANES - this.#lanes.size))) {
      const lane = this.#run(id)
        .catch((error: unknown) => this.#options.failed(error))
        .finally(() => this.#lanes.delete(id));
      this.#lanes.set(id, lane);
    }
  }

  /** Resolves when no webhook delivery is being sent. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values());
  }

  /** Cancels all webhook deliveries in progress. They are sent again later. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  async #run(webhookId: string): Promise<void> {
    const { db, clock } = this.#services;
    while (!this.#stopping.signal.aborted) {
      const target = await targetOf(db.queries, webhookId);
      if (!target) return;
      // After a failure, send only one delivery to see whether the target works again.
      const failed = (this.#failures.get(webhookId)?.inRow ?? 0) > 0;
      const due = await dueDeliveries(db.queries, webhookId, clock(), failed ? 1 : PER_TARGET);
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => this.#attempt(target, delivery)));
      if ((this.#failures.get(webhookId)?.restUntil ?? 0) > clock()) return;
    }
  }

  async #attempt(target: Target, delivery: Due): Promise<void> {
    const { db, clock } = this.#services;
    const outcome = await this.#post(target, delivery);
    if (this.#stopping.signal.aborted) return;
    this.#count(target.id, outcome);
    await noteOutcome(db, target.id, delivery, outcome, clock());
  }

  async #post(target: Target, { id, type, payload }: Due): Promise<Outcome> {
    const { clock, log } = this.#services;
    const { privateTargets, secrets } = this.#options;
    let secret: string;
    try {
      secret = openSecret(secrets, target);
    } catch (error) {
      log.error({ err: error, webhook: target.id }, 'A webhook’s secret cannot be read');
      return unreadable();
    }
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Halyard',
      'halyard-event': type,
      ...signatureHeaders(secret, id, clock(), payload),
    };
    const { signal } = this.#stopping;
    return post(target.url, headers, payload, { privateTargets, signal });
  }

  #count(webhookId: string, { error }: Outcome): void {
    if (error === null) {
      this.#failures.delete(webhookId);
      return;
    }
    const inRow = (this.#failures.get(webhookId)?.inRow ?? 0) + 1;
    const restUntil = inRow >= FAILURES_BEFORE_REST ? this.#services.clock() + REST_MS : 0;
    this.#failures.set(webhookId, { inRow, restUntil });
  }
}

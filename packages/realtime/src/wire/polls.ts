import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withTimeout } from '../core/timeout.ts';
import { type Identity, UpgradeRefused } from '../options.ts';
import { Connection, type WireContext } from './connection.ts';
import { PollTransport } from './poll.ts';
import { respondFrame, respondScript, respondStatus } from './pollRespond.ts';
import { refusalOf } from './status.ts';
import { takeOver } from './takeOver.ts';

const CALLBACK = /^\d{1,9}$/;

interface Polled {
  transport: PollTransport;
  connection: Connection;
}

/** Handles all long-polling requests, which are those to `/.lp` (protocol §13). */
export class Polls {
  readonly #context: WireContext;
  readonly #admit: (req: IncomingMessage) => void;
  readonly #known = new Map<string, Polled>();

  /**
   * Creates the handler of all long-polling requests.
   * @param admit throws {@link UpgradeRefused} if no new connection is accepted
   */
  constructor(context: WireContext, admit: (req: IncomingMessage) => void) {
    this.#context = context;
    this.#admit = admit;
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    this.#serve(req, res).catch((error: unknown) => {
      const { status, text, headers } = refusalOf(error);
      if (status === 500) this.#context.database.log.error({ err: error }, 'A poll failed');
      respondStatus(res, status, text, headers);
    });
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '';
    if (url.length > this.#context.database.limits.urlBytes) throw new UpgradeRefused(414);
    const params = new URLSearchParams(url.slice(url.indexOf('?') + 1));
    const leaving = params.has('disconn');
    if (req.method !== 'GET' && !(leaving && req.method === 'POST')) throw new UpgradeRefused(405);
    req.resume();
    this.#checkSite(req);
    if (params.has('start')) await this.#start(req, res, params);
    else if (params.has('dframe')) respondFrame(res);
    else this.#continue(req, res, params, leaving);
  }

  /**
   * Rejects long-polling requests from pages on other origins if session cookies can sign clients
   * in. Any page can load scripts from this server, with the user's cookie and without an `Origin`.
   * Only `Sec-Fetch-Site` distinguishes such requests.
   */
  #checkSite(req: IncomingMessage): void {
    if (this.#context.authenticate.upgrade === undefined) return;
    const site = req.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') throw new UpgradeRefused(403);
  }

  async #start(req: IncomingMessage, res: ServerResponse, params: URLSearchParams): Promise<void> {
    // The callback name becomes part of a script.
    if (!CALLBACK.test(params.get('cb') ?? '')) throw new UpgradeRefused(400);
    this.#admit(req);
    await this.#context.sessions.admit(this.#identify(req), (identity) => {
      this.#admit(req);
      if (!res.destroyed) this.#enter(req, res, params, identity);
    });
  }

  #enter(
    req: IncomingMessage,
    res: ServerResponse,
    params: URLSearchParams,
    identity: Identity | null,
  ): void {
    const { database, sessions } = this.#context;
    takeOver(sessions, req, params, identity);
    const transport = new PollTransport(database.limits, database.log, () =>
      this.#known.delete(transport.id),
    );
    const connection = new Connection(this.#context, transport, req, identity);
    this.#known.set(transport.id, { transport, connection });
    transport.start(res, Number(params.get('cb')));
  }

  /**
   * Identifies the user of a long-polling request by cookie. Ignores the cookie, which leaves the
   * client unauthenticated, unless the browser says that the request comes from the same origin
   * (`Sec-Fetch-Site`).
   */
  async #identify(req: IncomingMessage): Promise<Identity | null> {
    const { authenticate, database } = this.#context;
    if (authenticate.upgrade === undefined || !isSameOrigin(req)) return null;
    return withTimeout(authenticate.upgrade(req), database.limits.authMs);
  }

  #continue(
    req: IncomingMessage,
    res: ServerResponse,
    params: URLSearchParams,
    leaving: boolean,
  ): void {
    const polled = this.#known.get(params.get('id') ?? '');
    if (polled === undefined || !isEqual(params.get('pw') ?? '', polled.transport.password)) {
      // The session has ended or never existed, so the client opens a new connection.
      respondScript(res, 'pLPCommand("close");');
      return;
    }
    if (polled.connection.fixed && !isSameOrigin(req)) throw new UpgradeRefused(403);
    if (leaving) {
      polled.transport.leave();
      respondStatus(res, 200);
    } else {
      // A poll stays open for longer than most requests.
      req.socket.setTimeout(0);
      polled.connection.heardFrom(this.#context.sessions.addressOf(req));
      polled.transport.poll(res, params);
    }
  }
}

const isSameOrigin = (req: IncomingMessage): boolean =>
  req.headers['sec-fetch-site'] === 'same-origin';

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

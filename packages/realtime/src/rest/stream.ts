import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Backlog } from '../core/backlog.ts';
import type { Budget } from '../core/budget.ts';
import type { Database } from '../core/database.ts';
import { atTime, newListen, type Session, type Sessions } from '../core/session.ts';
import { permissionDenied, Refused, unavailable } from '../errors.ts';
import type { Listen } from '../listens/listen.ts';
import type { Push } from '../listens/push.ts';
import type { Identity } from '../options.ts';
import { objectJson, plainJson } from '../tree/json.ts';
import type { Path } from '../tree/types.ts';
import type { Filter } from './filter.ts';
import { EventMerger } from './merge.ts';
import { refusalOfRead } from './refusedRead.ts';
import { respondRefused, STREAM_HEADERS } from './respond.ts';

/** The connections with an event stream. Each such connection ends together with its stream. */
const streaming = new WeakSet<Socket>();

/**
 * An event stream with a limited event rate. The response is not chunked, because an Arduino client
 * would see no events in a chunked response (protocol §16).
 */
export class EventStream implements Session {
  readonly id = randomBytes(12).toString('base64url');
  readonly kind = 'stream';
  readonly since: number;
  readonly remoteAddress: string;
  readonly identity: Identity;
  budget: Budget;
  readonly #database: Database;
  readonly #backlog: Backlog;
  readonly #sessions: Sessions;
  readonly #socket: Socket;
  readonly #res: ServerResponse;
  readonly #listen: Listen;
  readonly #merger: EventMerger;
  #pace: NodeJS.Timeout | undefined;
  #keepAlive: NodeJS.Timeout | undefined;
  #expiry: { cancel(): void } | undefined;
  #lastSent = 0;
  #closed = false;

  constructor(
    context: { database: Database; sessions: Sessions },
    req: IncomingMessage,
    res: ServerResponse,
    identity: Identity,
    target: { path: Path; filter: Filter },
  ) {
    const { database, sessions } = context;
    this.#database = database;
    this.#backlog = new Backlog(database.limits.sendBufferBytes);
    this.#sessions = sessions;
    this.#socket = req.socket;
    this.#res = res;
    this.identity = identity;
    this.since = database.clock();
    this.remoteAddress = sessions.addressOf(req);
    const { path, filter } = target;
    const { query } = filter;
    this.#merger = new EventMerger(path);
    this.#listen = newListen(path, query, true, (push) => this.#onPush(push));
    this.budget = sessions.budgetOf(identity, this.remoteAddress);
    sessions.add(this);
    res.on('close', () => this.#onClose());
    res.on('error', () => this.#onClose());
    const problem = this.budget.takeListen(this.#listen);
    if (problem !== undefined) {
      database.counts.listensRefused++;
      respondRefused(res, new Refused('too_many', problem));
      this.#onClose();
      return;
    }
    database.read(() => {
      if (this.#closed) return () => {};
      const refused = refusalOfRead(database, identity, path, filter);
      if (refused !== undefined) {
        database.detach(this.#listen);
        return () => {
          respondRefused(res, refused);
          this.#onClose();
        };
      }
      database.attach(this.#listen);
      const node = database.select(path, query);
      const first = query === undefined ? plainJson(node) : objectJson(node);
      return () => this.#start(first);
    });
  }

  get listens(): Iterable<Listen> {
    return [this.#listen];
  }

  #start(first: string): void {
    if (this.#closed) return;
    // On a connection with an earlier stream, nothing would ever be sent. Also, a response that is
    // waiting behind another one on its connection gets no event when the connection ends.
    if (this.#socket.destroyed || streaming.has(this.#socket)) {
      const message = 'This connection carries an event stream already';
      respondRefused(this.#res, new Refused('invalid_data', message));
      this.#onClose();
      return;
    }
    streaming.add(this.#socket);
    this.#socket.once('close', () => this.#onClose());
    // With chunked coding, the Arduino client would see no event (protocol §16).
    this.#res.useChunkedEncodingByDefault = false;
    // The connection ends with the stream.
    this.#res.removeHeader('Keep-Alive');
    this.#res.writeHead(200, STREAM_HEADERS);
    const { streamKeepAliveMs, restStallMs } = this.#database.limits;
    // If keep-alives cannot be sent for that long, nobody is reading the stream.
    this.#socket.setTimeout(Math.max(2 * streamKeepAliveMs, restStallMs));
    this.#keepAlive = setInterval(() => this.#send('keep-alive', 'null'), streamKeepAliveMs);
    this.#keepAlive.unref();
    this.#emit('put', [], first);
    const { expiresAt } = this.identity;
    if (expiresAt === undefined) return;
    this.#expiry = atTime(expiresAt, this.#database.clock, () => this.disconnect());
  }

  #onPush(push: Push): void {
    if (this.#closed) return;
    this.#merger.add(push);
    if (this.#pace !== undefined) return;
    const wait = this.#lastSent + this.#database.limits.streamPaceMs - performance.now();
    if (wait <= 0) this.#flush();
    else this.#pace = setTimeout(() => this.#flush(), wait);
  }

  #flush(): void {
    this.#pace = undefined;
    if (this.#closed || this.#merger.empty) return;
    const { event, path, data } = this.#merger.take();
    this.#emit(event, path, data);
  }

  /**
   * Sends an event with `path` before `data` and without spaces, because the old Arduino library
   * searches the bytes for fixed strings (protocol §16).
   */
  #emit(event: string, path: Path, data: string): void {
    this.#lastSent = performance.now();
    this.#send(event, `{"path":${JSON.stringify(`/${path.join('/')}`)},"data":${data}}`);
  }

  #send(event: string, data: string): void {
    if (this.#closed) return;
    const text = `event: ${event}\ndata: ${data}\n\n`;
    const unread = this.unread();
    const hasRoom = this.budget.unread.hasRoom(this, unread, text.length);
    if (!hasRoom || this.#backlog.isFull(unread, text.length)) {
      this.drop();
      return;
    }
    this.#res.write(text);
  }

  unread(): number {
    return this.#closed ? 0 : this.#res.writableLength;
  }

  drop(): void {
    if (this.#closed) return;
    this.#database.log.info({ id: this.id, reason: 'slow' }, 'An event stream is dropped');
    this.#res.destroy();
    this.#onClose();
  }

  revoke(): void {
    this.#finish('cancel', 'null');
  }

  disconnect(): void {
    this.#finish('auth_revoked', '"credential is no longer valid"');
  }

  end(): void {
    this.#flush();
    if (this.#closed) return;
    // Uses `unavailable`, because a rejected pole assumes that its key was revoked.
    if (this.#res.headersSent) this.#res.end();
    else respondRefused(this.#res, unavailable());
    this.#onClose();
  }

  #finish(event: string, data: string): void {
    if (this.#closed) return;
    if (this.#res.headersSent) {
      this.#send(event, data);
      this.#res.end();
    } else respondRefused(this.#res, permissionDenied());
    this.#onClose();
  }

  #onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#pace);
    clearInterval(this.#keepAlive);
    this.#expiry?.cancel();
    this.#database.detach(this.#listen);
    this.#sessions.delete(this);
  }
}

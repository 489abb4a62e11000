import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Database } from '../core/database.ts';
import type { Disconnects } from '../core/disconnects.ts';
import type { Listen } from '../core/listens.ts';
import { atTime, recheckSession, type Session, type Sessions } from '../core/session.ts';
import { type Authenticator, type Identity, isStranger } from '../options.ts';
import { corkForThisTurn } from './cork.ts';
import { MessageAssembler, ProtocolError, textFrame } from './framing.ts';
import { isRecord } from './record.ts';
import { handleRequest, type WireRequest } from './requests.ts';
import type { Reservations } from './reservations.ts';

export interface WireContext {
  database: Database;
  sessions: Sessions;
  authenticate: Authenticator;
  reservations: Reservations<Connection>;
  disconnects: Disconnects;
}

const ANONYMOUS: Identity = { auth: null };

/** One WebSocket connection: control layer and flow of the data layer (protocol §2–§4). */
export class Connection implements Session {
  readonly id = randomBytes(12).toString('base64url');
  readonly kind = 'socket';
  readonly since: number;
  readonly remoteAddress: string;
  readonly context: WireContext;
  /** Whether the identity was fixed at the upgrade; see {@link Authenticator.upgrade}. */
  readonly fixed: boolean;
  identity: Identity;
  /** By tag, or by path where there is none: `(path, tag)` names a listen (protocol §5). */
  readonly listensByKey = new Map<string, Listen>();
  /** Query objects as the client sent them, to name a listen when it is revoked (§4: `c`). */
  readonly sentQueries = new WeakMap<Listen, string>();
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #assembler: MessageAssembler;
  readonly #inbox: WireRequest[] = [];
  #holds = 0;
  #inFlight = 0;
  #paused = false;
  #closed = false;
  #working = false;
  /** Pings sent since anything was heard. */
  #silence = 0;
  #expiry: { cancel(): void } | undefined;

  constructor(
    context: WireContext,
    ws: WebSocket,
    socket: Duplex,
    req: IncomingMessage,
    identity: Identity | null,
  ) {
    this.context = context;
    this.#ws = ws;
    this.#socket = socket;
    this.since = context.database.clock();
    this.remoteAddress = req.socket.remoteAddress ?? '';
    this.fixed = identity !== null;
    this.identity = identity ?? ANONYMOUS;
    this.#assembler = new MessageAssembler(context.database.limits);
    ws.on('message', (data, binary) => this.#onFrame(data, binary));
    ws.on('pong', () => {
      this.#silence = 0;
    });
    ws.on('error', (error) => {
      context.database.log.debug({ err: error, id: this.id }, 'A connection broke the protocol');
    });
    ws.on('close', () => this.#onClose());
    context.sessions.add(this);
    this.#watchExpiry();
    // The client keeps `h` for every reconnect: it must be what it dialled (protocol §3).
    const hello = { ts: this.since, v: '5', h: dialledHost(req), s: this.id };
    this.#control('h', hello);
  }

  get listens(): Iterable<Listen> {
    return this.listensByKey.values();
  }

  get closed(): boolean {
    return this.#closed;
  }

  get #messageUnits(): number {
    const { messageUnits, strangerBytes } = this.context.database.limits;
    return isStranger(this.identity) ? Math.min(messageUnits, strangerBytes) : messageUnits;
  }

  /** Called every `pingMs`: asks for a sign of life, or gives the peer up (protocol §11). */
  ping(): void {
    if (this.#silence >= 2) this.#drop('silent');
    else {
      this.#silence++;
      this.#ws.ping();
    }
  }

  #onFrame(data: RawData, binary: boolean): void {
    this.#silence = 0;
    if (this.#closed) return;
    try {
      if (binary) throw new ProtocolError(1003, 'Only text is understood');
      const text = this.#assembler.push((data as Buffer).toString(), this.#messageUnits);
      if (text !== undefined) this.#onMessage(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.context.database.log.debug({ id: this.id, reason: error.message }, 'Protocol error');
      this.#ws.close(error.code, error.message);
      this.#onClose();
    }
  }

  #onMessage(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      throw new ProtocolError(1007, 'A message is not JSON');
    }
    if (!isRecord(message) || !isRecord(message.d)) {
      throw new ProtocolError(1002, 'A message has no envelope');
    }
    const { t, d } = message as { t: unknown; d: Record<string, unknown> };
    if (t === 'c') {
      if (d.t === 'p') this.#control('o', null);
      return;
    }
    if (t !== 'd') throw new ProtocolError(1002, 'A message has an unknown type');
    const { r, a, b } = d;
    if (!Number.isSafeInteger(r) || typeof a !== 'string') {
      throw new ProtocolError(1002, 'A request has no number or action');
    }
    this.#inbox.push({ number: r as number, action: a, body: isRecord(b) ? b : {} });
    this.#inFlight++;
    this.#throttle();
    this.#work();
  }

  /** Requests of one connection are handled strictly in order (protocol §4). */
  #work(): void {
    if (this.#working) return;
    this.#working = true;
    try {
      while (this.#holds === 0 && !this.#closed && this.#inbox.length > 0) {
        handleRequest(this, this.#inbox.shift()!);
      }
    } catch (error) {
      // A fault of ours costs this connection, never the process.
      this.context.database.log.error({ err: error, id: this.id }, 'A request failed');
      this.end();
    } finally {
      this.#working = false;
    }
  }

  /** Keeps later requests waiting until the returned function is called. */
  hold(): () => void {
    this.#holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds--;
      this.#work();
    };
  }

  /** Answers a request. */
  reply(number: number, status: string, data?: string): void {
    this.#inFlight--;
    this.#throttle();
    const d = data === undefined ? '' : `,"d":${data}`;
    this.send(`{"t":"d","d":{"r":${number},"b":{"s":${JSON.stringify(status)}${d}}}}`);
  }

  /** Back-pressure on a client that asks faster than the store can answer. */
  #throttle(): void {
    const { requestsInFlight } = this.context.database.limits;
    if (!this.#paused && this.#inFlight > requestsInFlight) {
      this.#paused = true;
      this.#ws.pause();
    } else if (this.#paused && this.#inFlight * 2 < requestsInFlight) {
      this.#paused = false;
      this.#ws.resume();
    }
  }

  #control(type: string, data: unknown): void {
    this.send(JSON.stringify({ t: 'c', d: { t: type, d: data } }));
  }

  send(text: string): void {
    this.sendFrame(textFrame(text));
  }

  /**
   * Writes a frame straight to the socket: compression is off, so `ws` writes whole frames too and
   * the two never mix within one. All frames of one turn leave in one system call.
   */
  sendFrame(frame: Buffer): void {
    if (this.#closed || this.#ws.readyState !== this.#ws.OPEN) return;
    // Judged before the frame is added: one big answer is no sign of a slow reader.
    if (this.#socket.writableLength > this.context.database.limits.sendBufferBytes) {
      this.#drop('slow'); // it comes back and resyncs by hash (protocol §22.13)
      return;
    }
    corkForThisTurn(this.#socket);
    this.#socket.write(frame);
  }

  revoke(listen: Listen): void {
    for (const [key, known] of this.listensByKey) {
      if (known === listen) this.listensByKey.delete(key);
    }
    const query = this.sentQueries.get(listen);
    const q = query === undefined ? '' : `,"q":[${query}]`;
    const p = JSON.stringify(listen.path.join('/'));
    this.send(`{"t":"d","d":{"a":"c","b":{"p":${p}${q}}}}`);
  }

  /** A new identity after `auth` or `unauth`: listens are judged anew (protocol §12). */
  identify(identity: Identity): void {
    this.identity = identity;
    this.#watchExpiry();
    recheckSession(this.context.database, this);
  }

  #watchExpiry(): void {
    this.#expiry?.cancel();
    this.#expiry = undefined;
    const { expiresAt } = this.identity;
    if (expiresAt === undefined) return;
    this.#expiry = atTime(expiresAt, this.context.database.clock, () => {
      if (this.fixed) {
        this.disconnect();
        return;
      }
      // The client drops the credential, fetches a fresh one and reconnects (protocol §4: `ac`).
      this.send('{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}}');
      this.identify(ANONYMOUS);
    });
  }

  disconnect(): void {
    this.end();
  }

  /** Just closes: control `s` would keep the client from ever coming back (protocol §3). */
  end(): void {
    if (this.#closed) return;
    this.#ws.close(1001);
    // A peer that does not answer the close must not keep the socket.
    setTimeout(() => this.#ws.terminate(), 1000).unref();
    this.#onClose();
  }

  #drop(reason: string): void {
    this.context.database.log.info({ id: this.id, reason }, 'A connection is dropped');
    this.#ws.terminate();
    this.#onClose();
  }

  #onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#expiry?.cancel();
    this.#inbox.length = 0;
    const { database, sessions, reservations, disconnects } = this.context;
    for (const listen of this.listensByKey.values()) database.detach(listen);
    this.listensByKey.clear();
    sessions.delete(this);
    disconnects.run(this.id);
    reservations.release(this);
  }
}

const HOST = /^[\w.:[\]-]{1,255}$/;

function dialledHost(req: IncomingMessage): string {
  const forwarded = req.headers['x-forwarded-host'];
  const host = typeof forwarded === 'string' ? forwarded.split(',')[0]!.trim() : undefined;
  for (const candidate of [host, req.headers.host]) {
    if (candidate !== undefined && HOST.test(candidate)) return candidate;
  }
  return 'localhost';
}

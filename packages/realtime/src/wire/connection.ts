import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Budget } from '../core/budget.ts';
import type { Database } from '../core/database.ts';
import type { Disconnects } from '../core/disconnects.ts';
import type { Listen } from '../core/listens.ts';
import type { Push } from '../core/push.ts';
import { atTime, type Session, type Sessions } from '../core/session.ts';
import {
  type Authenticator,
  type Identity,
  isStranger,
  type RealtimeServerOptions,
} from '../options.ts';
import { parseEnvelope } from './envelope.ts';
import { type Incoming, OversizedMessage, ProtocolError } from './framing.ts';
import { dialledHost } from './host.ts';
import { Inbox } from './inbox.ts';
import { Move } from './move.ts';
import type { WireRequest } from './request.ts';
import type { Reservations } from './reservations.ts';
import { controlText, type Receiver, type Transport } from './transport.ts';

export interface WireContext {
  database: Database;
  sessions: Sessions;
  authenticate: Authenticator;
  onRefused: NonNullable<RealtimeServerOptions['onRefused']>;
  reservations: Reservations<Connection>;
  disconnects: Disconnects;
  /** The handlers for the requests of the protocol's data layer: reads, listeners and writes. */
  requests: Requests;
}

/** Handles the data-layer requests of all connections. Implemented in requests.ts. */
export interface Requests {
  handle(connection: Connection, request: WireRequest): void;
  /** Rejects a request whose message is too long to be read. */
  refuseOversized(connection: Connection, message: OversizedMessage): void;
}

const ANONYMOUS: Identity = { auth: null };

/**
 * Maximum total size of a user's unfinished messages across all connections, as a multiple of the
 * maximum size of one message.
 */
const INCOMING_MESSAGES = 8;
/** Work charged per received frame, in ms, in addition to the work for its message. */
const FRAME_MS = 0.002;
/**
 * Work charged per byte of a received frame, in ms, even for messages that are too long, which are
 * read but not parsed.
 */
const FRAME_BYTE_MS = 2e-6;

/** A received message and its sender's IP address. */
interface Message {
  text: Incoming;
  from: string;
}

/**
 * One client's connection. It handles the control layer, and passes on requests of the data layer
 * (protocol §3, §4).
 */
export class Connection implements Session, Receiver {
  readonly id = randomBytes(12).toString('base64url');
  readonly since: number;
  /** The IP address that opened the connection. */
  readonly remoteAddress: string;
  /**
   * The IP address that the latest messages came from. It may differ from the one that opened the
   * connection, because the client may poll or use a new transport from another address.
   */
  #from: string;
  readonly context: WireContext;
  /**
   * Whether the identity was set at the WebSocket upgrade, after which it cannot change. See
   * {@link Authenticator.upgrade}.
   */
  readonly fixed: boolean;
  identity: Identity;
  budget: Budget;
  /**
   * The connection's listeners by tag, or by path if they have none. `(path, tag)` identifies a
   * listener (protocol §5).
   */
  readonly listensByKey = new Map<string, Listen>();
  /**
   * The query object of each listener as the client sent it, to identify a listener that is revoked
   * (protocol §4: `c`).
   */
  readonly sentQueries = new WeakMap<Listen, string>();
  #transport: Transport;
  /** The transport that the connection may move to (protocol §13). */
  #move: Move | undefined;
  readonly #inbox: Inbox<Message>;
  #inFlight = 0;
  #paused = false;
  /**
   * Whether the client has closed the connection. The server still handles its earlier requests.
   */
  #leaving = false;
  #closed = false;
  /**
   * Number of credential checks in progress. Until they are done, the connection reads no messages.
   */
  #checks = 0;
  /** Size of the incomplete message that is being received, in UTF-16 units. */
  #incoming = 0;
  #expiry: { cancel(): void } | undefined;
  /** A timer that closes the connection if nobody signs in on it within the time limit. */
  #deadline: NodeJS.Timeout | undefined;

  constructor(
    context: WireContext,
    transport: Transport,
    req: IncomingMessage,
    identity: Identity | null,
  ) {
    this.context = context;
    this.#transport = transport;
    this.since = context.database.clock();
    this.remoteAddress = context.sessions.addressOf(req);
    this.#from = this.remoteAddress;
    this.fixed = identity !== null;
    this.identity = identity ?? ANONYMOUS;
    this.budget = context.sessions.budgetOf(this.identity, this.remoteAddress);
    this.#inbox = new Inbox({
      turnMs: context.database.limits.turnMs,
      work: () => this.budget.work,
      handle: (message) => this.#handle(message),
      onFault: (error) => this.#onFault(error),
      onWaiting: () => this.#throttle(),
      onEmpty: () => {
        if (this.#leaving) this.#onClose();
      },
    });
    transport.listen(this);
    context.sessions.add(this);
    this.#watchStranger();
    this.#watchExpiry();
    // Clients compare this with the time when they read it, which is a fraction of a millisecond
    // later and rounded down.
    const hello = { ts: this.since + 1, v: '5', h: dialledHost(req), s: this.id };
    this.#control('h', hello);
  }

  get listens(): Iterable<Listen> {
    return this.listensByKey.values();
  }

  get closed(): boolean {
    return this.#closed;
  }

  get messageUnits(): number {
    const { messageUnits, strangerBytes, frameBytes } = this.context.database.limits;
    const left = INCOMING_MESSAGES * messageUnits - this.budget.incoming + this.#incoming;
    const most = Math.min(messageUnits, left);
    if (!isStranger(this.identity)) return most;
    // Clients keep sending after their credential. At most one frame can have arrived with it.
    return Math.min(most, strangerBytes + (this.#checks > 0 ? frameBytes : 0));
  }

  /**
   * Charges the user for each received frame, even an empty one. If a client sends many frames, the
   * server stops reading from it for a while.
   */
  onFrame(bytes: number): void {
    const { work } = this.budget;
    work.charge(FRAME_MS + bytes * FRAME_BYTE_MS);
    if (work.isSpent && !this.#closed) this.#inbox.waitForTurn();
  }

  onPart(units: number): void {
    if (units === this.#incoming) return;
    this.budget.incoming += units - this.#incoming;
    this.#incoming = units;
  }

  get kind(): 'socket' | 'poll' {
    return this.#transport.kind;
  }

  /**
   * Pings the client, or closes the connection if the client has been silent (protocol §11). Called
   * every `pingMs`.
   */
  ping(): void {
    if (!this.#transport.ping()) this.#drop('silent');
  }

  /**
   * Accepts another transport. The connection moves to it when the client says so (protocol §13). A
   * connection with a fixed identity moves only to a transport of the same user.
   * @returns whether the connection will move
   */
  offer(transport: Transport, identity: Identity | null, address: string): boolean {
    if (this.#closed || this.#move !== undefined || this.#transport.finish === undefined) {
      return false;
    }
    const same = identity !== null && identity.auth?.uid === this.identity.auth?.uid;
    if (this.fixed && !same) return false;
    this.#move = new Move(transport, this, address, (needed) => {
      this.#move = undefined;
      if (needed) this.end();
    });
    return true;
  }

  /**
   * Moves the connection to the new transport, because the client has sent its last message through
   * the old one.
   */
  #moveOn(): void {
    const move = this.#move;
    if (move === undefined) throw new ProtocolError(1002, 'There is nowhere to move to');
    this.#move = undefined;
    this.#control('n', {}); // This is the last message through the old transport.
    this.#transport.finish?.();
    this.#transport = move.transport;
    this.heardFrom(move.address);
    move.transport.listen(this);
    if (this.#paused) move.transport.pause();
    for (const text of move.take()) this.onMessage(text);
  }

  /** Sets the IP address that the connection's later messages come from. */
  heardFrom(address: string): void {
    this.#from = address;
  }

  onMessage(text: Incoming): void {
    if (this.#closed) return;
    this.#inFlight++;
    this.#throttle();
    this.#inbox.push({ text, from: this.#from });
  }

  /**
   * Handles one message that was waiting. Requests and control messages are handled in order of
   * arrival.
   */
  #handle({ text, from }: Message): void {
    if (text instanceof OversizedMessage) {
      this.context.requests.refuseOversized(this, text);
      return;
    }
    const envelope = parseEnvelope(text);
    if ('request' in envelope) {
      this.context.requests.handle(this, { ...envelope.request, remoteAddress: from });
      return;
    }
    this.#inFlight--;
    this.#throttle();
    if (envelope.control === 'p') this.#control('o', null);
    else if (envelope.control === 'n') this.#moveOn();
  }

  #onFault(error: unknown): void {
    const { log } = this.context.database;
    if (error instanceof ProtocolError) {
      log.debug({ reason: error.message }, 'Protocol error');
      this.#transport.close(error.code, error.message);
      this.#onClose();
      return;
    }
    // A bug in the server may cost this connection, but never the whole process.
    log.error({ err: error, id: this.id }, 'A request failed');
    this.end();
  }

  /**
   * Makes the connection's later requests wait while a credential is being checked, until the
   * returned function is called.
   */
  holdForCheck(): () => void {
    const resume = this.hold();
    this.#checks++;
    this.#throttle();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#checks--;
      this.#throttle();
      resume();
    };
  }

  /** Makes the connection's later requests wait until the returned function is called. */
  hold(): () => void {
    return this.#inbox.hold();
  }

  reply(number: number, status: string, data?: string): void {
    this.#inFlight--;
    this.#throttle();
    const d = data === undefined ? '' : `,"d":${data}`;
    this.send(`{"t":"d","d":{"r":${number},"b":{"s":${JSON.stringify(status)}${d}}}}`);
  }

  /** Stops reading from a client that sends requests faster than they can be answered. */
  #throttle(): void {
    const { requestsInFlight } = this.context.database.limits;
    const mustWait = this.#checks > 0 || this.#inbox.isWaiting;
    if (!this.#paused && (mustWait || this.#inFlight > requestsInFlight)) {
      this.#paused = true;
      this.#transport.pause();
    } else if (this.#paused && !mustWait && this.#inFlight * 2 < requestsInFlight) {
      this.#paused = false;
      this.#transport.resume();
    }
  }

  #control(type: string, data: unknown): void {
    this.send(controlText(type, data));
  }

  send(text: string): void {
    this.#transport.send(text);
  }

  /**
   * Sends a push to the client.
   * @param suffix contains the tag of the listener, if it has one (protocol §4)
   */
  sendPush(push: Push, suffix: string): void {
    this.#transport.sendPush(push, suffix);
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

  /**
   * Changes the connection's identity after `auth` or `unauth`, and checks the listeners again
   * (protocol §12).
   */
  identify(identity: Identity): void {
    const incoming = this.#incoming;
    this.onPart(0);
    this.context.sessions.identify(this, identity);
    this.onPart(incoming);
    this.#watchStranger();
    this.#watchExpiry();
  }

  /** Starts the time limit for unauthenticated clients to sign in, if a limit is set. */
  #watchStranger(): void {
    clearTimeout(this.#deadline);
    const { strangerMs } = this.context.database.limits;
    if (strangerMs === 0 || !isStranger(this.identity)) return;
    this.#deadline = setTimeout(() => this.end(), strangerMs).unref();
  }

  unread(): number {
    return this.#transport.unread;
  }

  hasRoom(waiting: number, size: number): boolean {
    return this.budget.unread.hasRoom(this, waiting, size);
  }

  drop(): void {
    if (!this.#closed) this.#drop('slow');
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
      // The client discards the credential, fetches a new one and reconnects (protocol §4: `ac`).
      this.send('{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}}');
      this.identify(ANONYMOUS);
    });
  }

  disconnect(): void {
    this.end();
  }

  end(): void {
    if (this.#closed) return;
    this.#transport.close(1001);
    this.#onClose();
  }

  #drop(reason: string): void {
    this.#transport.terminate();
    this.onGone(reason);
  }

  /**
   * Handles the remaining requests and then ends the connection. Does not wait for the socket to
   * close, so that the onDisconnect writes run without delay.
   */
  onGoodbye(): void {
    this.#leaving = true;
    this.#inbox.handleNext();
  }

  onGone(reason?: string): void {
    if (reason !== undefined) {
      this.context.database.log.info({ id: this.id, reason }, 'A connection is dropped');
    }
    this.#onClose();
  }

  #onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#expiry?.cancel();
    clearTimeout(this.#deadline);
    this.#inbox.close();
    this.#move?.transport.terminate();
    this.#move = undefined;
    const { database, sessions, reservations, disconnects } = this.context;
    this.onPart(0);
    for (const listen of this.listensByKey.values()) database.detach(listen);
    this.listensByKey.clear();
    sessions.delete(this);
    disconnects.run(this.id);
    reservations.release(this);
  }
}

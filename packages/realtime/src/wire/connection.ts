import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Budget } from '../core/budget.ts';
import type { Database } from '../core/database.ts';
import type { Disconnects } from '../core/disconnects.ts';
import type { Session, Sessions } from '../core/session.ts';
import type { Listen } from '../listens/listen.ts';
import type { Push } from '../listens/push.ts';
import type { Authenticator, Identity, RealtimeServerOptions } from '../options.ts';
import { parseEnvelope } from './envelope.ts';
import { type Incoming, OversizedMessage, ProtocolError } from './framing.ts';
import { dialledHost } from './host.ts';
import { Inbox } from './inbox.ts';
import { Listeners } from './listeners.ts';
import { Move } from './move.ts';
import { ReceivedData } from './receivedData.ts';
import type { WireRequest } from './request.ts';
import type { Reservations } from './reservations.ts';
import { SignInTimers } from './signInTimers.ts';
import { Throttle } from './throttle.ts';
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
  /** Rejects a request that exceeds the maximum message size. */
  refuseOversized(connection: Connection, message: OversizedMessage): void;
}

const ANONYMOUS: Identity = { auth: null };

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
   * The IP address that the latest messages came from. It may differ from the address that the
   * connection was opened from, because each poll or new transport may come from another address.
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
  readonly listens = new Listeners();
  #transport: Transport;
  /** The transport that the connection may move to (protocol §13). */
  #move: Move | undefined;
  readonly #inbox: Inbox<Message>;
  readonly #throttle: Throttle;
  readonly #received: ReceivedData;
  readonly #timers: SignInTimers;
  /**
   * Whether the client has closed the connection. The server still handles its earlier requests.
   */
  #leaving = false;
  #closed = false;

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
      onWaiting: () => this.#throttle.update(),
      onEmpty: () => {
        if (this.#leaving) this.#onClose();
      },
    });
    const { limits, clock } = context.database;
    this.#throttle = new Throttle({
      requestsInFlight: limits.requestsInFlight,
      inbox: this.#inbox,
      pause: () => this.#transport.pause(),
      resume: () => this.#transport.resume(),
    });
    this.#received = new ReceivedData(limits, this, this.#throttle);
    this.#timers = new SignInTimers({
      strangerMs: limits.strangerMs,
      clock,
      onStrangerTooLong: () => this.end(),
      onExpired: () => this.#onExpired(),
    });
    transport.listen(this);
    context.sessions.add(this);
    this.#timers.start(this.identity);
    // Clients compare this with the time when they read it, which is a fraction of a millisecond
    // later and rounded down.
    const hello = { ts: this.since + 1, v: '5', h: dialledHost(req), s: this.id };
    this.#control('h', hello);
  }

  get closed(): boolean {
    return this.#closed;
  }

  get messageUnits(): number {
    return this.#received.messageUnits;
  }

  /**
   * Counts each received frame, even an empty one, toward the user's share of processing time. If a
   * client sends many frames, the server stops reading from it for a while.
   */
  onFrame(bytes: number): void {
    this.#received.chargeFrame(bytes);
    if (this.budget.work.isSpent && !this.#closed) this.#inbox.waitForTurn();
  }

  onPart(units: number): void {
    this.#received.setIncomplete(units);
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
   * Accepts another transport. The connection moves to it when the client asks for the move
   * (protocol §13). If the connection's identity is fixed, accepts only a transport of the same
   * user.
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
    if (this.#throttle.isPaused) move.transport.pause();
    for (const text of move.take()) this.onMessage(text);
  }

  /** Sets the IP address that the connection's later messages are attributed to. */
  heardFrom(address: string): void {
    this.#from = address;
  }

  onMessage(text: Incoming): void {
    if (this.#closed) return;
    this.#throttle.begin();
    this.#inbox.push({ text, from: this.#from });
  }

  /**
   * Handles one message from the queue. Requests and control messages are handled in order of
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
    this.#throttle.end();
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
   * Makes the connection's later requests wait while a credential is being checked.
   * @returns a function to call when the check is done
   */
  holdForCheck(): () => void {
    const resume = this.hold();
    const endCheck = this.#throttle.startCheck();
    return () => {
      endCheck();
      resume();
    };
  }

  /**
   * Makes the connection's later requests wait.
   * @returns a function that lets them continue
   */
  hold(): () => void {
    return this.#inbox.hold();
  }

  reply(number: number, status: string, data?: string): void {
    this.#throttle.end();
    const d = data === undefined ? '' : `,"d":${data}`;
    this.send(`{"t":"d","d":{"r":${number},"b":{"s":${JSON.stringify(status)}${d}}}}`);
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
    this.send(this.listens.revoke(listen));
  }

  /**
   * Changes the connection's identity after `auth` or `unauth`, and checks the listeners again
   * (protocol §12).
   */
  identify(identity: Identity): void {
    this.#received.withNewBudget(() => this.context.sessions.identify(this, identity));
    this.#timers.start(identity);
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

  #onExpired(): void {
    if (this.fixed) {
      this.disconnect();
      return;
    }
    // The client discards the credential, fetches a new one and reconnects (protocol §4: `ac`).
    this.send('{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}}');
    this.identify(ANONYMOUS);
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
    this.#timers.stop();
    this.#inbox.close();
    this.#move?.transport.terminate();
    this.#move = undefined;
    const { database, sessions, reservations, disconnects } = this.context;
    this.#received.setIncomplete(0);
    this.listens.detachAll(database);
    sessions.delete(this);
    disconnects.run(this.id);
    reservations.release(this);
  }
}

import { msg } from '@halyard/messages';
import { Work } from '@halyard/realtime';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/** The share of the server that one client may use, at any moment and over time. */
export interface Share {
  /** The maximum milliseconds of the event loop per second. */
  perSecond: number;
  /** The maximum milliseconds that a client may use without a break after a quiet period. */
  stretchMs: number;
  /** The maximum number of requests received or handled at once. Others wait in line. */
  atOnce: number;
  /**
   * The maximum number of requests that may wait. Further ones get 503 and their connections are
   * closed. Waiting costs a few kilobytes; refusing costs time.
   */
  waiting: number;
}

/** The kinds of clients that have a share. */
type Kind = 'user' | 'operator' | 'strangers' | 'pages';

export const SHARES: Readonly<Record<Kind, Share>> = {
  /**
   * One user, across all sessions and tokens. Opening the console takes about 50 ms with 100 flags.
   */
  user: { perSecond: 250, stretchMs: 1000, atOnce: 8, waiting: 1000 },
  /**
   * One of the operator's users, who run the server. Their lists contain the flags of all
   * companies.
   */
  operator: { perSecond: 600, stretchMs: 5000, atOnce: 16, waiting: 1000 },
  /** All unauthenticated clients of one address. A school may have a single address. */
  strangers: { perSecond: 200, stretchMs: 1000, atOnce: 64, waiting: 2000 },
  /** Pages and files for one address. 300 browsers that open the console request about 5,000. */
  pages: { perSecond: 200, stretchMs: 1500, atOnce: Infinity, waiting: 3000 },
};

/** The share of a whole IPv6 /48, as a multiple of one address's share. */
const NETWORK_FACTOR = 2;

/** Milliseconds that every request counts, in addition to the measured work of its handler. */
const REQUEST_MS = 0.5;
/** Milliseconds after which clients without a request are forgotten. */
const FORGET_MS = 60_000;
/** The maximum number of recently valid credentials to remember. The oldest are forgotten first. */
const MAX_KNOWN = 20_000;
const RETRY_SECONDS = 2;
/**
 * The maximum milliseconds of processor time to carry over, because systems that count it in steps
 * have steps of at most 10 ms.
 */
const MAX_CARRIED_MS = 20;

/** The user to whom a request is charged. */
export interface Caller {
  id: string;
  isOperator: boolean;
}

/** The slot of one request, from its first line to the end of its work. */
export interface Turn {
  /** Runs the handler and counts its work. May be called once. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Releases the slot immediately or, if the handler is running, when it ends. So a client gains
   * nothing by hanging up.
   */
  leave(): void;
}

class Client {
  readonly #share: Share;
  readonly work: Work;
  /**
   * For {@link LoopClock}: the number of running handlers, and the clock's count when the last one
   * was charged.
   */
  running = 0;
  chargedUntil = 0;
  #taken = 0;

  constructor(share: Share) {
    this.#share = share;
    this.work = new Work(share.perSecond, () => this.#taken >= share.atOnce, share.stretchMs);
  }

  get isIdle(): boolean {
    return this.#taken === 0 && this.work.isIdle;
  }

  /** Takes a slot as soon as one is free. */
  async take(): Promise<void> {
    if (!this.work.isFree) {
      if (this.work.waiting >= this.#share.waiting) throw tooMany();
      // Count the request when its turn comes, before the next one in line is considered.
      await new Promise<void>((resolve) =>
        this.work.wait(() => {
          this.#taken++;
          resolve();
        }),
      );
    } else this.#taken++;
    this.work.charge(REQUEST_MS);
  }

  leave(): void {
    this.#taken--;
    this.work.look();
  }
}

/**
 * Divides the event loop among the clients that call the API and open pages. Every user has a share
 * of each second, and all unauthenticated clients of one address have one share together. Requests
 * beyond a share wait in that client's own line, so that no client slows down the others.
 */
export class Turns {
  readonly #shares: typeof SHARES;
  readonly #clients = new Map<string, Client>();
  readonly #known = new Map<string, Caller>();
  readonly #clock = new LoopClock();
  /** The number of requests that had to wait for their turn, or were refused. */
  waited = 0;
  /** The number of requests refused because too many were waiting. */
  refused = 0;
  readonly #forgetting = setInterval(() => this.#forget(), FORGET_MS).unref();

  constructor(shares: typeof SHARES = SHARES) {
    this.#shares = shares;
  }

  /** The number of requests that are waiting for their turn. */
  get waiting(): number {
    let waiting = 0;
    for (const { work } of this.#clients.values()) waiting += work.waiting;
    return waiting;
  }

  /**
   * Waits for the turn of a request whose sender is not known yet.
   * @param credential the cookie or token of the request; null if none
   * @throws AppError `busy` if too many requests are waiting
   */
  async ofRequest(credential: string | null, address: string): Promise<Turn> {
    const known = credential === null ? undefined : this.#known.get(credential);
    return known ? this.#ofCaller(known) : this.#take(this.#ofAddress('strangers', address));
  }

  /** Replaces `turn` by a turn of the user whose credential has just been validated. */
  async become(turn: Turn, credential: string, caller: Caller): Promise<Turn> {
    const known = this.#known.get(credential);
    const isSame = known?.id === caller.id && known.isOperator === caller.isOperator;
    if (isSame) return turn;
    turn.leave();
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(credential, caller);
    return this.#ofCaller(caller);
  }

  /** Forgets a credential that is no longer valid. */
  forget(credential: string): void {
    this.#known.delete(credential);
  }

  /** Waits for the turn of a request for a page or a file. */
  async ofPage(address: string): Promise<void> {
    const turn = await this.#take(this.#ofAddress('pages', address));
    turn.leave();
  }

  stop(): void {
    clearInterval(this.#forgetting);
  }

  #ofCaller({ id, isOperator }: Caller): Promise<Turn> {
    return this.#take([this.#client(`user ${id}`, this.#shares[isOperator ? 'operator' : 'user'])]);
  }

  #ofAddress(kind: 'strangers' | 'pages', address: string): Client[] {
    const [own, network] = addressKeys(address);
    const share = this.#shares[kind];
    const clients = [this.#client(`${kind} ${own}`, share)];
    if (network !== undefined) clients.push(this.#client(`${kind} ${network}`, widened(share)));
    return clients;
  }

  #client(key: string, share: Share): Client {
    let client = this.#clients.get(key);
    if (client === undefined) {
      client = new Client(share);
      this.#clients.set(key, client);
    }
    return client;
  }

  async #take(clients: readonly Client[]): Promise<Turn> {
    if (clients.some(({ work }) => !work.isFree)) this.waited++;
    const taken: Client[] = [];
    try {
      for (const client of clients) {
        await client.take();
        taken.push(client);
      }
    } catch (error) {
      for (const client of taken) client.leave();
      this.refused++;
      throw error;
    }
    return this.#turn(clients);
  }

  #turn(clients: readonly Client[]): Turn {
    let isRunning = false;
    let hasLeft = false;
    const leave = (): void => {
      if (isRunning || hasLeft) return;
      hasLeft = true;
      for (const client of clients) client.leave();
    };
    const [own] = clients;
    return {
      run: async (work) => {
        isRunning = true;
        this.#clock.enter(own!);
        try {
          return await work();
        } finally {
          const ms = this.#clock.leave(own!);
          for (const client of clients) client.work.charge(ms);
          isRunning = false;
          leave();
        }
      },
      leave,
    };
  }

  #forget(): void {
    for (const [key, client] of this.#clients) if (client.isIdle) this.#clients.delete(key);
  }
}

const tooMany = (): AppError =>
  new AppError('busy', msg`Too many requests at once. Try again in a moment.`, {
    retryAfter: RETRY_SECONDS,
  });

function widened(share: Share): Share {
  return {
    perSecond: share.perSecond * NETWORK_FACTOR,
    stretchMs: share.stretchMs * NETWORK_FACTOR,
    atOnce: share.atOnce * NETWORK_FACTOR,
    waiting: share.waiting * NETWORK_FACTOR,
  };
}

/**
 * Measures how long the event loop works for each client. Its active time is divided evenly among
 * the clients with a running handler. Time spent only waiting for a database counts for no one. The
 * division is by client, not by handler: many handlers that only wait (as sign-ins wait for their
 * hashes) must not make the work of other clients look small.
 */
class LoopClock {
  #clients = 0;
  /** Milliseconds charged to a client that has had a running handler since the start. */
  #count = 0;
  #active = 0;
  #used = 0;
  /** Milliseconds of processor time not yet matched with active time. */
  #processor = 0;

  /** Records that one of the client's handlers begins. */
  enter(client: Client): void {
    this.#advance();
    if (client.running++ > 0) return;
    this.#clients++;
    client.chargedUntil = this.#count;
  }

  /**
   * Records that one of the client's handlers ends.
   * @returns milliseconds to charge since the client was last charged
   */
  leave(client: Client): number {
    this.#advance();
    const ms = this.#count - client.chargedUntil;
    client.chargedUntil = this.#count;
    if (--client.running === 0) this.#clients--;
    return ms;
  }

  #advance(): void {
    const worked = this.#worked();
    if (this.#clients > 0) this.#count += worked / this.#clients;
  }

  /**
   * Returns the milliseconds that the loop has worked since the last call. Time in which the system
   * ran other processes does not count: the result is at most the processor time of all threads of
   * this process.
   */
  #worked(): number {
    const { active } = performance.eventLoopUtilization();
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1000;
    const processor = this.#processor + used - this.#used;
    const worked = Math.min(active - this.#active, processor);
    this.#processor = Math.min(processor - worked, MAX_CARRIED_MS);
    this.#active = active;
    this.#used = used;
    return worked;
  }
}

import { msg } from '@halyard/messages';
import { Work } from '@halyard/realtime';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/** The share of the server that one client may use, at any moment and over time. */
export interface Share {
  /** Milliseconds of the event loop per second. */
  perSecond: number;
  /** Milliseconds that a client who has been quiet may use without a break. */
  stretchMs: number;
  /** The number of requests received or handled at once; others wait in line. */
  atOnce: number;
  /**
   * The number of requests that may wait. Further ones are refused with 503 and their connections
   * end. Waiting costs a few kilobytes, refusing costs time.
   */
  waiting: number;
}

/** The kinds of clients that have a share. */
type Kind = 'user' | 'operator' | 'strangers' | 'pages';

export const SHARES: Readonly<Record<Kind, Share>> = {
  /** One user, over all sessions and tokens. Opening the console takes about 50 ms with 100 flags. */
  user: { perSecond: 250, stretchMs: 1000, atOnce: 8, waiting: 1000 },
  /** The operator's own users run the server: their lists contain the flags of all companies. */
  operator: { perSecond: 600, stretchMs: 5000, atOnce: 16, waiting: 1000 },
  /** All unauthenticated clients of one address; a school is one address. */
  strangers: { perSecond: 200, stretchMs: 1000, atOnce: 64, waiting: 2000 },
  /** Pages and files for one address: 300 browsers that open the console request about 5,000. */
  pages: { perSecond: 200, stretchMs: 1500, atOnce: Infinity, waiting: 3000 },
};

/** The share of a whole IPv6 /48, as a multiple of one address's share. */
const NETWORK_FACTOR = 2;

/** Milliseconds that every request counts for, in addition to the measured work of its handler. */
const REQUEST_MS = 0.5;
/** Milliseconds after which clients without a request are forgotten. */
const FORGET_MS = 60_000;
/** The number of recently valid credentials to remember; the oldest are forgotten first. */
const MAX_KNOWN = 20_000;
const RETRY_SECONDS = 2;
/** Milliseconds. Systems that count processor time in steps have steps of at most 10 ms. */
const MAX_CARRIED_MS = 20;

/** The user for whom a request counts. */
export interface Caller {
  id: string;
  isOperator: boolean;
}

/** The place of one request, from its first line to the end of its work. */
export interface Turn {
  /** Runs the handler and counts its work. May be called once. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Releases the place, immediately or when the handler ends: a client gains nothing by hanging up.
   */
  leave(): void;
}

class Client {
  readonly #share: Share;
  readonly work: Work;
  /** For {@link LoopClock}: running handlers, and the clock's count when the last was charged. */
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

  /** Takes a place as soon as one is free. */
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
 * Divides the event loop among the clients that call the API and open pages: every user has a share
 * of each second, and so have all unauthenticated clients of one address together. Requests beyond
 * a share wait in that client's own line, so that nobody slows everyone else down.
 */
export class Turns {
  readonly #shares: typeof SHARES;
  readonly #clients = new Map<string, Client>();
  readonly #known = new Map<string, Caller>();
  readonly #clock = new LoopClock();
  /** The number of requests refused because too many waited. */
  refused = 0;
  readonly #forgetting = setInterval(() => this.#forget(), FORGET_MS).unref();

  constructor(shares: typeof SHARES = SHARES) {
    this.#shares = shares;
  }

  /** The number of requests that wait for their turn. */
  get waiting(): number {
    let waiting = 0;
    for (const { work } of this.#clients.values()) waiting += work.waiting;
    return waiting;
  }

  /**
   * Waits for the turn of a request whose sender is not known yet.
   * @param credential the cookie or token of the request; null if none
   * @throws AppError `busy` if too many wait
   */
  async ofRequest(credential: string | null, address: string): Promise<Turn> {
    const known = credential === null ? undefined : this.#known.get(credential);
    return known ? this.#ofCaller(known) : this.#take(this.#ofAddress('strangers', address));
  }

  /** Replaces `turn` by the turn of a user whose credential has just been validated. */
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
 * the clients with a running handler. Time in which it only waits for a database counts for nobody.
 * The division is by client, not by handler: many handlers that only wait (as sign-ins wait for
 * their hashes) must not make the work of others look small.
 */
class LoopClock {
  #clients = 0;
  /** Milliseconds charged to a client that has had a running handler since the start. */
  #count = 0;
  #active = 0;
  #used = 0;
  /** Milliseconds of processor time not yet matched with active time. */
  #processor = 0;

  /** Records that a handler of the client begins. */
  enter(client: Client): void {
    this.#advance();
    if (client.running++ > 0) return;
    this.#clients++;
    client.chargedUntil = this.#count;
  }

  /**
   * Records that a handler of the client ends.
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

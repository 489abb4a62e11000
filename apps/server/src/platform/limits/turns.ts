import { msg } from '@halyard/messages';
import { Work } from '@halyard/realtime';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/**
 * The limits on one client's requests. Processing time is the time that the event loop spends on
 * them.
 */
export interface Share {
  /** The processing time that the client's requests may use per second, in ms. */
  perSecond: number;
  /**
   * Burst allowance: the processing time, in ms, that a previously idle client's requests may use
   * before they are throttled.
   */
  burstMs: number;
  /**
   * The maximum number of the client's requests that are received or handled in parallel. Further
   * requests wait.
   */
  atOnce: number;
  /**
   * The maximum number of the client's waiting requests. Further requests get 503, and their
   * connections are closed. The number is high because a waiting request needs only a few
   * kilobytes, while refusing one takes CPU time.
   */
  waiting: number;
}

/** The kinds of clients, each with its own limits on processing time and parallel requests. */
type Kind = 'user' | 'operator' | 'strangers' | 'pages';

export const SHARES: Readonly<Record<Kind, Share>> = {
  /**
   * The limits for one user, across all sessions and tokens. Opening the console takes about 50 ms
   * of processing time for 100 flags.
   */
  user: { perSecond: 250, burstMs: 1000, atOnce: 8, waiting: 1000 },
  /**
   * The limits for one of the operator's users. They are higher because the lists of these users
   * contain the flags of all companies.
   */
  operator: { perSecond: 600, burstMs: 5000, atOnce: 16, waiting: 1000 },
  /**
   * The limits for all unauthenticated clients that share one IP address, such as all devices at a
   * school.
   */
  strangers: { perSecond: 200, burstMs: 1000, atOnce: 64, waiting: 2000 },
  /**
   * The limits for pages and files requested from one IP address. When a school with 300 browsers
   * opens the console, about 5,000 files are requested from one address, so many requests may wait.
   */
  pages: { perSecond: 200, burstMs: 1500, atOnce: Infinity, waiting: 3000 },
};

/** The limits for a whole IPv6 /48 network, as a multiple of the limits for a single address. */
const NETWORK_FACTOR = 2;

/** A fixed processing time in ms that is charged for each request, besides the measured time. */
const REQUEST_MS = 0.5;
/** How often idle clients are removed from memory, in ms. */
const FORGET_MS = 60_000;
/**
 * The maximum number of recently checked cookies and tokens to remember, each with its user. Beyond
 * that, the oldest is forgotten.
 */
const MAX_KNOWN = 20_000;
const RETRY_SECONDS = 2;
/**
 * The maximum CPU time, in ms, that carries over to the next measurement if it has not been counted
 * yet. This is enough for operating systems that measure CPU time in steps of up to 10 ms.
 */
const MAX_CARRIED_MS = 20;

/** The user whose limits apply to a request, and whether the user works for the operator. */
export interface Caller {
  id: string;
  isOperator: boolean;
}

/** The slot that one request occupies from the arrival of its first line until its work ends. */
export interface Turn {
  /** Runs the request's work and counts its time. May be called only once. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Releases the request's slot. If its work is still running, the slot is released when the work
   * ends, so that clients cannot gain slots by disconnecting.
   */
  leave(): void;
}

class Client {
  readonly #share: Share;
  readonly work: Work;
  /**
   * The number of the client's requests in progress. {@link LoopClock} sets this field and
   * `chargedUntil`.
   */
  running = 0;
  chargedUntil = 0;
  #taken = 0;

  constructor(share: Share) {
    this.#share = share;
    this.work = new Work(share.perSecond, () => this.#taken >= share.atOnce, share.burstMs);
  }

  get isIdle(): boolean {
    return this.#taken === 0 && this.work.isIdle;
  }

  /**
   * Waits for a slot, and takes it for one request of the client. Rejects if too many requests are
   * waiting.
   */
  async take(): Promise<void> {
    if (!this.work.isFree) {
      if (this.work.waiting >= this.#share.waiting) throw tooMany();
      // Count the request when its turn comes, before the next waiting request is considered.
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
 * Divides the server's processing time among the clients that call the API and open pages. Each
 * user has a share of each second. All unauthenticated clients at one IP address have a common
 * share. When a client's share is used up, its requests wait.
 */
export class Turns {
  readonly #shares: typeof SHARES;
  readonly #clients = new Map<string, Client>();
  readonly #known = new Map<string, Caller>();
  readonly #clock = new LoopClock();
  /** The number of requests that had to wait for a slot or were refused. */
  waited = 0;
  /** The number of requests that were refused because too many were waiting. */
  refused = 0;
  readonly #forgetting = setInterval(() => this.#forget(), FORGET_MS).unref();

  constructor(shares: typeof SHARES = SHARES) {
    this.#shares = shares;
  }

  /** The number of requests that are currently waiting for a slot. */
  get waiting(): number {
    let waiting = 0;
    for (const { work } of this.#clients.values()) waiting += work.waiting;
    return waiting;
  }

  /**
   * Waits for a slot for a request whose user is not known yet.
   * @param credential the cookie or token of the request; null if there is none
   * @throws AppError `busy` if too many requests are waiting
   */
  async ofRequest(credential: string | null, address: string): Promise<Turn> {
    const known = credential === null ? undefined : this.#known.get(credential);
    return known ? this.ofCaller(known) : this.#take(this.#ofAddress('strangers', address));
  }

  /**
   * Replaces a request's slot with a slot of its user. Called after the request's cookie or token
   * has been checked.
   */
  async become(turn: Turn, credential: string, caller: Caller): Promise<Turn> {
    const known = this.#known.get(credential);
    const isSame = known?.id === caller.id && known.isOperator === caller.isOperator;
    if (isSame) return turn;
    turn.leave();
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(credential, caller);
    return this.ofCaller(caller);
  }

  /**
   * Waits for one of a user's slots. A long task takes a new slot for each of its steps, so that
   * the limits on the user's processing time apply to it too.
   * @throws AppError `busy` if too many requests are waiting
   */
  ofCaller({ id, isOperator }: Caller): Promise<Turn> {
    return this.#take([this.#client(`user ${id}`, this.#shares[isOperator ? 'operator' : 'user'])]);
  }

  /** Forgets a cookie or token that is no longer valid. */
  forget(credential: string): void {
    this.#known.delete(credential);
  }

  /** Waits until this IP address may request another page or file. */
  async ofPage(address: string): Promise<void> {
    const turn = await this.#take(this.#ofAddress('pages', address));
    turn.leave();
  }

  stop(): void {
    clearInterval(this.#forgetting);
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
    burstMs: share.burstMs * NETWORK_FACTOR,
    atOnce: share.atOnce * NETWORK_FACTOR,
    waiting: share.waiting * NETWORK_FACTOR,
  };
}

/**
 * Measures how long the event loop works for each client. Waiting for a database does not count.
 * The time is divided evenly among the clients with requests in progress, no matter how many
 * requests each client has.
 */
class LoopClock {
  #clients = 0;
  /**
   * The total processing time per active client, in ms, since the process started. The increase
   * during a client's requests is deducted from the client's share.
   */
  #count = 0;
  #active = 0;
  #used = 0;
  /** CPU time in ms that has been measured but not yet counted as processing time. */
  #processor = 0;

  /** Records that work on a client's request begins. */
  enter(client: Client): void {
    this.#advance();
    if (client.running++ > 0) return;
    this.#clients++;
    client.chargedUntil = this.#count;
  }

  /**
   * Records that work on a client's request has ended.
   * @returns the processing time in ms to deduct from the client's share
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
   * Returns how long the event loop has worked since the last call, in ms. Does not count the time
   * when the operating system ran other processes: the result is at most the CPU time of all
   * threads of this process.
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

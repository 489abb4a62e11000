import { Work } from '@halyard/realtime';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/** What one client may have of the server at once and over time. */
export interface Share {
  /** Milliseconds of the event loop in each second. */
  perSecond: number;
  /** Milliseconds that a client who has been quiet may use at a stretch. */
  stretchMs: number;
  /** Requests that are received or handled at once; others wait in line. */
  atOnce: number;
  /**
   * Requests that may wait; those beyond are refused with 503, and their connections end. Waiting costs
   * a few kilobytes, refusing costs time.
   */
  waiting: number;
}

/** Whose share it is. */
type Kind = 'user' | 'operator' | 'strangers' | 'pages';

export const SHARES: Readonly<Record<Kind, Share>> = {
  /** One user, over all sessions and tokens. Opening the console takes about 50 ms with 100 flags. */
  user: { perSecond: 250, stretchMs: 1000, atOnce: 8, waiting: 1000 },
  /** The operator's own users run the server: their lists hold the flags of all companies. */
  operator: { perSecond: 600, stretchMs: 5000, atOnce: 16, waiting: 1000 },
  /** All clients of one address that have not shown who they are; a school is one address. */
  strangers: { perSecond: 200, stretchMs: 1000, atOnce: 64, waiting: 2000 },
  /** Pages and files for one address: 300 browsers that open the console ask for about 5,000. */
  pages: { perSecond: 200, stretchMs: 1500, atOnce: Infinity, waiting: 3000 },
};

/** What a whole /48 of IPv6 may have, in times of one address. */
const NETWORK_FACTOR = 2;

/** Milliseconds that every request counts as, besides the measured work of its handler. */
const REQUEST_MS = 0.5;
/** Milliseconds after which clients without a request are forgotten. */
const FORGET_MS = 60_000;
/** Requests by credentials that were good lately; the oldest are forgotten first. */
const MAX_KNOWN = 20_000;
const RETRY_SECONDS = 2;
/** Milliseconds: systems that count processor time in steps have steps of 10 ms at most. */
const MAX_CARRIED_MS = 20;

/** Who a request counts for. */
export interface Caller {
  id: string;
  isOperator: boolean;
}

/** The place of one request, from its first line to the end of its work. */
export interface Turn {
  /** Runs the handler and counts its work. May be called once. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the place back, at once or when the handler ends: a client that hangs up saves nothing. */
  leave(): void;
}

class Client {
  readonly #share: Share;
  readonly work: Work;
  /** For {@link LoopClock}: handlers that run, and the clock's count when the last one was charged. */
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

  /** Takes a place, at once or when there is one. */
  async take(): Promise<void> {
    if (!this.work.isFree) {
      if (this.work.waiting >= this.#share.waiting) throw tooMany();
      // Counted when its turn comes, before the next in line is looked at.
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
 * Shares the event loop out among those who call the API and open pages: every user has a part of each
 * second, and so have all strangers of one address. Requests beyond it wait in a line of their own, so
 * that nobody slows everyone else down.
 */
export class Turns {
  readonly #shares: typeof SHARES;
  readonly #clients = new Map<string, Client>();
  readonly #known = new Map<string, Caller>();
  readonly #clock = new LoopClock();
  /** Requests that were refused because too many waited. */
  refused = 0;
  readonly #forgetting = setInterval(() => this.#forget(), FORGET_MS).unref();

  constructor(shares: typeof SHARES = SHARES) {
    this.#shares = shares;
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    let waiting = 0;
    for (const { work } of this.#clients.values()) waiting += work.waiting;
    return waiting;
  }

  /**
   * Waits for the turn of a request whose sender is not known yet.
   * @param credential the cookie or token that came along; null: none
   * @throws AppError `busy` where too many wait
   */
  async ofRequest(credential: string | null, address: string): Promise<Turn> {
    const known = credential === null ? undefined : this.#known.get(credential);
    return known ? this.#ofCaller(known) : this.#take(this.#ofAddress('strangers', address));
  }

  /** The turn of a user whose credential has just been found to be good, in place of `turn`. */
  async become(turn: Turn, credential: string, caller: Caller): Promise<Turn> {
    const known = this.#known.get(credential);
    const isSame = known?.id === caller.id && known.isOperator === caller.isOperator;
    if (isSame) return turn;
    turn.leave();
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(credential, caller);
    return this.#ofCaller(caller);
  }

  /** A credential turned out to be good no more. */
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
  new AppError('busy', 'Too many requests at once. Try again in a moment.', {
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
 * Measures how long the event loop works for each client: the time in which it is active is shared out
 * evenly among the clients with a handler that runs. Time in which it only waits for a database counts
 * for nobody. It is shared by client, not by handler: many that only wait for something (as sign-ins do
 * for their hashes) must not make the work of others look small.
 */
class LoopClock {
  #clients = 0;
  /** Milliseconds of work that a client with a handler from the start until now would be charged. */
  #count = 0;
  #active = 0;
  #used = 0;
  /** Milliseconds of processor time that no active time has been set against yet. */
  #processor = 0;

  /** A handler of the client begins. */
  enter(client: Client): void {
    this.#advance();
    if (client.running++ > 0) return;
    this.#clients++;
    client.chargedUntil = this.#count;
  }

  /** A handler of the client ends. @returns milliseconds since one of the client's last did */
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
   * Milliseconds that the loop has worked since the last call. Time in which the system ran other
   * processes is not work: the processor time of all threads of this one is the most it can be.
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

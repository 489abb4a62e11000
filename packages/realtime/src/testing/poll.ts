import { createContext, runInContext } from 'node:vm';
import { http } from './raw.ts';

/** Size of the SDK's segments in characters (protocol §13). */
const SEGMENT = 1840;

/** A client that polls like the SDK in a browser, but needs no browser (protocol §13). */
export class PollClient {
  readonly messages: Record<string, unknown>[] = [];
  id = '';
  password = '';
  closed = false;
  readonly #port: number;
  readonly #headers: Record<string, string>;
  readonly #page: object;
  readonly #ahead = new Map<number, { d: Record<string, unknown> }[]>();
  #waiting: { match: (message: Record<string, unknown>) => boolean; resolve: () => void }[] = [];
  #answers = 0;
  #segment = 0;
  #serial = 0;
  #number = 0;
  /**
   * The number of the last response before the server closed the session, as given by the server.
   */
  lastAnswer: number | undefined;

  constructor(port: number, headers: Record<string, string> = {}) {
    this.#port = port;
    this.#headers = headers;
    const window = {
      pLPCommand7: (command: string, a?: string | number, b?: string) => {
        if (command === 'start') [this.id, this.password] = [String(a), String(b)];
        else {
          this.closed = true;
          if (a !== undefined) this.lastAnswer = Number(a);
        }
      },
      pRTLPCB7: (number: number, messages: { d: Record<string, unknown> }[]) => {
        this.#ahead.set(number, messages);
        this.#takeInOrder();
      },
    };
    this.#page = createContext({ parent: { window } });
  }

  /** Connects. After that, the test must poll, or call {@link run}. */
  async start(query = ''): Promise<this> {
    await this.get(`start=t&cb=7&v=5&ns=x${query}`);
    return this;
  }

  /** Keeps one poll open until the server ends it. */
  run(): this {
    void (async () => {
      while (!this.closed) await this.poll();
    })();
    return this;
  }

  poll(params = ''): Promise<void> {
    return this.get(`id=${this.id}&pw=${this.password}${params}`);
  }

  async get(query: string): Promise<void> {
    const path = `/.lp?${query}&ser=${this.#serial++}`;
    try {
      const { status, body } = await http(this.#port, 'GET', path, { headers: this.#headers });
      if (status !== 200) this.closed = true;
      else runInContext(body, this.#page);
    } catch {
      this.closed = true; // As in a browser, a poll that fails ends the connection.
    }
  }

  #takeInOrder(): void {
    for (let batch = this.#ahead.get(this.#answers); batch !== undefined; ) {
      this.#ahead.delete(this.#answers++);
      for (const { d } of batch) {
        this.messages.push(d);
        this.#waiting = this.#waiting.filter(({ match, resolve }) => {
          if (match(d)) resolve();
          return !match(d);
        });
      }
      batch = this.#ahead.get(this.#answers);
    }
  }

  /** Returns the first message that matches, whether already received or still to come. */
  async until(
    match: (message: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>> {
    const known = this.messages.find(match);
    if (known !== undefined) return known;
    await new Promise<void>((resolve) => this.#waiting.push({ match, resolve }));
    return this.messages.find(match)!;
  }

  /** Encodes a message as parameters for polls, one set per poll. */
  encode(message: unknown): string[] {
    const data = Buffer.from(JSON.stringify(message)).toString('base64');
    const safe = data.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '.');
    const parts = safe.match(new RegExp(`.{1,${SEGMENT}}`, 'g')) ?? [];
    return parts.map((part) => `&seg0=${this.#segment++}&ts0=${parts.length}&d0=${part}`);
  }

  async sendMessage(message: unknown): Promise<void> {
    for (const params of this.encode(message)) await this.poll(params);
  }

  /**
   * Sends a request and waits for its response. Requests with several segments need {@link run}.
   */
  async ask(action: string, body: Record<string, unknown>): Promise<{ s: string; d?: unknown }> {
    const r = ++this.#number;
    void this.sendMessage({ t: 'd', d: { r, a: action, b: body } });
    const message = await this.until((candidate) => candidate.r === r);
    return message.b as { s: string; d?: unknown };
  }

  async session(): Promise<string> {
    const hello = await this.until((message) => message.t === 'h');
    return (hello.d as { s: string }).s;
  }
}

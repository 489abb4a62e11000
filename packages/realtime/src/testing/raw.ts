import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';

/** A client that sends exactly what a test specifies, without the SDK's help or its checks. */
export class RawClient {
  readonly ws: WebSocket;
  readonly messages: Record<string, unknown>[] = [];
  /** Size of the largest frame received, in bytes. */
  largestFrame = 0;
  #waiting: { match: (message: Record<string, unknown>) => boolean; resolve: () => void }[] = [];
  #number = 0;

  constructor(
    port: number,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ) {
    this.ws = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5&ns=x${query}`, { headers });
    this.ws.on('error', () => {});
    let missing = 0;
    let parts = '';
    this.ws.on('message', (data: Buffer) => {
      this.largestFrame = Math.max(this.largestFrame, data.length);
      const frame = data.toString();
      if (missing === 0 && /^\d{1,6}$/.test(frame)) {
        missing = Number(frame);
        return;
      }
      parts += frame;
      if (missing > 0 && --missing > 0) return;
      const message = (JSON.parse(parts) as { d: Record<string, unknown> }).d;
      parts = '';
      this.messages.push(message);
      this.#waiting = this.#waiting.filter(({ match, resolve }) => {
        if (!match(message)) return true;
        resolve();
        return false;
      });
    });
  }

  async open(): Promise<this> {
    if (this.ws.readyState !== this.ws.OPEN) await once(this.ws, 'open');
    return this;
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

  /** Sends a request and returns its number. */
  send(action: string, body: Record<string, unknown>): number {
    const r = ++this.#number;
    this.ws.send(JSON.stringify({ t: 'd', d: { r, a: action, b: body } }));
    return r;
  }

  /** Returns the ID that the server gave this connection. */
  async session(): Promise<string> {
    const hello = await this.until((message) => message.t === 'h');
    return (hello.d as { s: string }).s;
  }

  /** Waits for the response to a request. */
  async answer(r: number): Promise<{ s: string; d?: unknown }> {
    const message = await this.until((candidate) => candidate.r === r);
    return message.b as { s: string; d?: unknown };
  }

  ask(action: string, body: Record<string, unknown>): Promise<{ s: string; d?: unknown }> {
    return this.answer(this.send(action, body));
  }

  close(): void {
    this.ws.terminate();
  }
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  rawHeaders: string[];
  body: string;
}

/** Sends one HTTP request to exactly the given URL. */
export function http(
  port: number,
  method: string,
  path: string,
  options: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers };
    const req = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          rawHeaders: res.rawHeaders,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    req.on('error', reject);
    req.end(options.body);
  });
}

export interface StreamReader {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  events: { event: string; data: string }[];
  /** Waits for at least `n` events, and returns all events received so far. */
  count(n: number): Promise<{ event: string; data: string }[]>;
  ended: Promise<void>;
  close(): void;
}

export function openStream(
  port: number,
  path: string,
  more: Record<string, string> = {},
): Promise<StreamReader> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'text/event-stream', ...more };
    const req = request({ host: '127.0.0.1', port, path, headers, agent: false }, (res) => {
      let rest = '';
      const events: { event: string; data: string }[] = [];
      let waiting: { n: number; done: () => void }[] = [];
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => {
        rest += chunk;
        for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
          const [first = '', second = ''] = rest.slice(0, end).split('\n');
          rest = rest.slice(end + 2);
          events.push({ event: first.slice(7), data: second.slice(6) });
        }
        waiting = waiting.filter(({ n, done }) => {
          if (events.length < n) return true;
          done();
          return false;
        });
      });
      res.on('error', () => {});
      resolve({
        status: res.statusCode ?? 0,
        headers: res.headers,
        events,
        async count(n) {
          if (events.length < n) {
            await new Promise<void>((done) => waiting.push({ n, done }));
          }
          return events;
        },
        ended: new Promise((done) => res.on('close', done)),
        close: () => req.destroy(),
      });
    });
    req.on('error', reject);
    req.end();
  });
}

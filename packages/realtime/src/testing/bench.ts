import { afterEach, beforeEach } from 'vitest';
import type { RealtimeServerOptions } from '../options.ts';
import { RawClient } from './raw.ts';
import { type Client, connect } from './sdk.ts';
import { type Running, start } from './start.ts';

/** A server and the clients connected to it. */
export class Bench {
  #server: Running | undefined;
  readonly #clients: Client[] = [];
  readonly #raws: RawClient[] = [];

  get server(): Running {
    if (this.#server === undefined) throw new Error('There is a server during a test only');
    return this.#server;
  }

  get realtime(): Running['realtime'] {
    return this.server.realtime;
  }

  /** Connects a client of the unmodified SDK. */
  client(): Client {
    const made = connect(this.server.port);
    this.#clients.push(made);
    return made;
  }

  /** Connects a client that sends exactly what a test specifies. `query` is added to its URL. */
  async raw(query = ''): Promise<RawClient> {
    const made = await new RawClient(this.server.port, { query }).open();
    this.#raws.push(made);
    return made;
  }

  async start(options?: Partial<RealtimeServerOptions>): Promise<void> {
    this.#server = await start(options);
  }

  /** Replaces the server with a new one on another port. */
  async restart(options?: Partial<RealtimeServerOptions>): Promise<void> {
    await this.server.stop();
    await this.start(options);
  }

  async stop(): Promise<void> {
    for (const made of this.#clients.splice(0)) await made.close();
    for (const made of this.#raws.splice(0)) made.close();
    await this.#server?.stop();
    this.#server = undefined;
  }
}

/** Gives each test in a file its own server, in memory and open to everyone. */
export function benchOfEachTest(): Bench {
  const bench = new Bench();
  beforeEach(() => bench.start());
  afterEach(() => bench.stop());
  return bench;
}

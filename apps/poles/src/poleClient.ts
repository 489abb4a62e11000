import type { Agent } from 'node:http';
import { readCommands } from './commands.ts';
import type { Pole, Report } from './pole.ts';
import { nodeUrl, type PoleAddress } from './protocol/address.ts';
import { patch } from './protocol/patch.ts';
import { type EventStream, openStream } from './protocol/stream.ts';
import { createAgent, type TransportOptions } from './protocol/transport.ts';
import type { Random } from './random.ts';

/** Longest timer that Node supports, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface PoleClientOptions extends TransportOptions {
  server: URL;
  address: PoleAddress;
  pole: Pole;
  random: Random;
  onState(up: boolean): void;
  onReport(report: Report): void;
  onProblem(reason: string): void;
}

/**
 * Connects a simulated pole to its server: one stream for events, and one connection for reports.
 */
export class PoleClient {
  readonly #options: PoleClientOptions;
  readonly #url: URL;
  #stream: EventStream | null = null;
  #requests: { agent: Agent; cut: AbortController } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #stopped = false;

  constructor(options: PoleClientOptions) {
    this.#options = options;
    this.#url = nodeUrl(options.server, options.address);
  }

  start(): void {
    this.#advance();
  }

  /**
   * Closes the pole's event stream and its connection for reports. Resolves when a report in
   * progress has finished.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unplug();
    await this.#sending;
  }

  #advance(): void {
    if (this.#stopped) return;
    const { pole } = this.#options;
    const now = Date.now();
    const report = this.#sending ? null : pole.step(now);
    if (pole.linked && !this.#stream) this.#plugIn();
    if (!pole.linked && this.#stream) this.#unplug();
    if (report) this.#sending = this.#send(report);
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const { nextAt } = this.#options.pole;
    // This method runs again after a report in progress has finished.
    if (this.#stopped || this.#sending || nextAt === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(0, nextAt - Date.now()));
    this.#timer = setTimeout(() => this.#advance(), wait);
  }

  #plugIn(): void {
    const { pole, random, onState, onProblem, insecure } = this.#options;
    this.#stream = openStream(this.#url, {
      random,
      insecure,
      onState,
      onProblem,
      onEvent: (event) => {
        const commands = readCommands(event);
        if (!commands) return;
        pole.receive(commands, Date.now());
        this.#arm();
      },
    });
  }

  #unplug(): void {
    if (!this.#stream) return;
    this.#stream.close();
    this.#stream = null;
    this.#requests?.cut.abort();
    this.#requests?.agent.destroy();
    this.#requests = null;
    this.#options.onState(false);
  }

  async #send(report: Report): Promise<void> {
    const { pole, server, insecure, onReport, onProblem } = this.#options;
    this.#requests ??= { agent: createAgent(server, { insecure }), cut: new AbortController() };
    const { agent, cut } = this.#requests;
    try {
      await patch(this.#url, report, { agent, signal: cut.signal, insecure });
      pole.delivered();
      onReport(report);
    } catch (error) {
      pole.failed(Date.now());
      // A report that fails because of the simulated power loss is not a problem.
      if (!cut.signal.aborted) onProblem((error as Error).message);
    } finally {
      this.#sending = null;
      this.#advance();
    }
  }
}

import type { AppConfig, SessionUser } from '@halyard/domain';
import { onSessionEnd } from '../sessionEvents.ts';
import { onTick } from './clock.ts';
import type { ConnectionState } from './connectionMonitor.ts';
import { type Connect, connectTo } from './connectTo.ts';
import { type FlagPath, flagStore } from './flagStore.ts';
import { isOffline, RealtimeSession, unconnectedPath, type WritePath } from './realtimeSession.ts';
import { summaryStore } from './summaryStore.ts';

/** How long to wait before another attempt to connect, in milliseconds. */
const CONNECT_AGAIN_MS = 30_000;

interface Start {
  config: AppConfig['realtime'];
  user: SessionUser;
  onRevision: (companyId: string | null) => void;
}

interface Running {
  key: string;
  off: boolean;
  /** Whether the last attempt to connect failed and will be retried. */
  failed: boolean;
}

/** This page's realtime connection as the current user. */
class Realtime {
  #connect: Connect = connectTo;
  #running: Running | null = null;
  #session: RealtimeSession | null = null;
  #stopTick: (() => void) | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /**
   * Connects immediately instead of waiting for the next retry. Null unless the last attempt
   * failed.
   */
  #connectAgain: (() => void) | null = null;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  constructor() {
    // Only needed before there is a session, which watches the network itself.
    for (const event of ['online', 'offline']) addEventListener(event, () => this.#changed());
    addEventListener('online', () => this.#connectAgain?.());
  }

  /**
   * Connects as a user. Does nothing if this user is already connected with the same permissions.
   */
  start({ config, user, onRevision }: Start): void {
    const { id, role, companyId, locationId, allCompanies } = user;
    const key = JSON.stringify([config, id, role, companyId, locationId, allCompanies]);
    if (this.#running?.key === key) return;
    this.#disconnect();
    const running: Running = { key, off: config.mode === 'off', failed: false };
    this.#running = running;
    this.#stopTick = onTick(() => flagStore.tick());
    this.#changed();
    if (config.mode !== 'off') void this.#open(running, config, { user, onRevision });
  }

  /** Closes the connection and drops all live data. */
  stop(): void {
    this.#disconnect();
    flagStore.reset();
    summaryStore.reset();
    this.#changed();
  }

  get connection(): ConnectionState {
    if (!this.#running || this.#running.off) return 'off';
    if (this.#running.failed) return 'disconnected';
    return this.#session?.connection ?? (isOffline() ? 'disconnected' : 'connecting');
  }

  /** Returns whether commands to a flag go through realtime or PATCH now, or are blocked. */
  writePath(flag: FlagPath): WritePath {
    if (!this.#running) return 'blocked';
    if (this.#running.off) return 'patch';
    return this.#session?.writePath(flag) ?? unconnectedPath();
  }

  /** Returns whether commands can be sent now, by realtime or by PATCH. */
  get canWrite(): boolean {
    if (!this.#running) return false;
    if (this.#running.off) return true;
    return this.#session?.canWrite ?? unconnectedPath() !== 'blocked';
  }

  update(path: string, values: Record<string, unknown>): Promise<void> {
    if (!this.#session) return Promise.reject(new Error('Not connected'));
    return this.#session.transport.update(path, values);
  }

  /** A number that increases whenever the connection or the way to send commands changes. */
  get version(): number {
    return this.#version;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Replaces the function that opens the connection. For tests. */
  connectBy(connect: Connect): void {
    this.#connect = connect;
  }

  /** Connects, and retries after each failure. */
  async #open(
    running: Running,
    config: Parameters<Connect>[0],
    { user, onRevision }: Pick<Start, 'user' | 'onRevision'>,
  ): Promise<void> {
    try {
      const transport = await this.#connect(config);
      if (this.#running !== running) return transport.close();
      running.failed = false;
      this.#session = new RealtimeSession({
        transport,
        actor: user,
        store: flagStore,
        summaries: summaryStore,
        onRevision,
        onChange: () => this.#changed(),
      });
    } catch (error) {
      if (this.#running !== running) return;
      console.info('The realtime connection could not be opened:', error);
      running.failed = true;
      this.#connectAgain = () => {
        this.#forgetRetry();
        void this.#open(running, config, { user, onRevision });
      };
      this.#retry = setTimeout(this.#connectAgain, CONNECT_AGAIN_MS);
    }
    this.#changed();
  }

  #disconnect(): void {
    this.#running = null;
    this.#forgetRetry();
    this.#session?.stop();
    this.#session = null;
    this.#stopTick?.();
    this.#stopTick = null;
  }

  #forgetRetry(): void {
    clearTimeout(this.#retry);
    this.#connectAgain = null;
  }

  #changed(): void {
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}

export const realtime = new Realtime();

onSessionEnd(() => realtime.stop());

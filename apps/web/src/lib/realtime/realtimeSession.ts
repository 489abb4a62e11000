import { type Actor, scopeOf } from '@halyard/domain';
import { serverNow, setServerOffset } from './clock.ts';
import { ConnectionMonitor, type ConnectionState } from './connectionMonitor.ts';
import type { FlagPath, FlagStore } from './flagStore.ts';
import type { SummaryStore } from './summaryStore.ts';
import type { RealtimeTransport, Unsubscribe } from './transport.ts';

/**
 * How commands can be sent to a flag now: through the realtime database, by PATCH, or not until the
 * connection is back.
 */
export type WritePath = 'live' | 'patch' | 'blocked';

/**
 * The delays before successive retries of a refused listener, in milliseconds. The last delay
 * repeats.
 */
const LISTEN_RETRY_MS = [2_000, 5_000, 15_000, 60_000] as const;

/**
 * How long, in milliseconds, a flag stays live after it has left the screen, so that paging back
 * and forth does not restart listeners.
 */
const LINGER_MS = 5_000;

/**
 * A page's lists may be missing changes made up to this many milliseconds before the page was
 * opened, because storing a change takes time and clocks differ.
 */
const CHANGE_MARGIN_MS = 2_000;

/**
 * Returns how commands are sent until the first connection is made: by PATCH, or not at all while
 * the device is offline.
 */
export const unconnectedPath = (): WritePath => (isOffline() ? 'blocked' : 'patch');

/** Returns whether the device reports that it has no network. */
export const isOffline = (): boolean => navigator.onLine === false;

/** A flag or a summary that a realtime listener keeps up to date. */
interface Target {
  value: (value: unknown) => void;
  /**
   * Called when listening has ended: the connection was lost, the server refused the listener, or
   * the listener was stopped.
   */
  ended: () => void;
}

interface Options {
  transport: RealtimeTransport;
  actor: Actor;
  store: FlagStore;
  summaries: SummaryStore;
  /**
   * Called with the ID of a company whose data has changed, or with null if any company's data may
   * have changed during a disconnect.
   */
  onRevision: (companyId: string | null) => void;
  /** Called when the connection state or the way to send commands has changed. */
  onChange: () => void;
}

/**
 * One user's realtime connection and its listeners. While the connection is lost, there are no
 * listeners, because the SDK would otherwise block the page by hashing its cache on reconnect.
 */
export class RealtimeSession {
  readonly #options: Options;
  readonly #monitor: ConnectionMonitor;
  readonly #always: Unsubscribe[] = [];
  /** The functions that stop the listeners for flags and summaries, by path. */
  readonly #shown = new Map<string, Unsubscribe>();
  /** The paths of flags and summaries for which the server refused a listener. */
  readonly #refused = new Set<string>();
  readonly #revisions = new Map<string, unknown>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #companies: Unsubscribe | undefined;
  #isFollowing = false;
  #lingers: ReturnType<typeof setTimeout> | undefined;
  #everConnected = false;
  #isFirstConnection = true;
  #connected = false;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
    const { transport, store, summaries } = options;
    this.#monitor = new ConnectionMonitor(options.onChange);
    this.#always.push(
      transport.onServerOffset(setServerOffset),
      store.onShown(() => this.#followLater()),
      summaries.onShown(() => this.#followLater()),
      transport.onConnected((connected) => this.#onConnected(connected)),
    );
  }

  get connection(): ConnectionState {
    return this.#monitor.state;
  }

  get transport(): RealtimeTransport {
    return this.#options.transport;
  }

  /**
   * Returns how commands reach a flag. While the connection is lost, commands are blocked, because
   * the SDK would queue them and move the pole later.
   */
  writePath(flag: FlagPath): WritePath {
    if (this.connection === 'connected') return this.#refused.has(pathOf(flag)) ? 'patch' : 'live';
    return this.#everConnected ? 'blocked' : unconnectedPath();
  }

  /** Returns whether commands can be sent now, through the realtime connection or by PATCH. */
  get canWrite(): boolean {
    return (
      this.connection === 'connected' || (!this.#everConnected && unconnectedPath() !== 'blocked')
    );
  }

  stop(): void {
    this.#stopped = true;
    // Closed first, because after a sign-out the server also closes the connection and does not
    // accept anything else.
    this.#options.transport.close();
    this.#dropListens();
    for (const stop of this.#always) stop();
    this.#monitor.stop();
  }

  #onConnected(connected: boolean): void {
    if (this.#stopped || connected === this.#connected) return;
    this.#connected = connected;
    if (connected) {
      if (this.#everConnected) this.#options.onRevision(null);
      this.#everConnected = true;
      this.#listenToCompanies();
      this.#follow();
    } else {
      this.#isFirstConnection = false;
      this.#dropListens();
    }
    this.#monitor.set(connected);
  }

  #dropListens(): void {
    for (const stop of this.#shown.values()) stop();
    this.#shown.clear();
    this.#companies?.();
    this.#companies = undefined;
    this.#refused.clear();
    this.#revisions.clear();
    clearTimeout(this.#lingers);
    this.#lingers = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Adjusts the listeners after all parts of the page have subscribed. */
  #followLater(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    queueMicrotask(() => {
      this.#isFollowing = false;
      this.#follow();
    });
  }

  /**
   * Starts listeners for the flags and summaries on screen. Stops all other listeners after a
   * delay.
   */
  #follow(): void {
    if (!this.#connected || this.#stopped) return;
    const targets = this.#targets();
    for (const [path, target] of targets) if (!this.#shown.has(path)) this.#listenTo(path, target);
    if (this.#shown.size > targets.size)
      this.#lingers ??= setTimeout(() => this.#letGo(), LINGER_MS);
  }

  /** Returns the flags and summaries on screen, by path. */
  #targets(): Map<string, Target> {
    const { store, summaries } = this.#options;
    const targets = new Map<string, Target>();
    for (const flag of store.shown())
      targets.set(pathOf(flag), {
        value: (value) => store.receive(flag, value),
        ended: () => store.endListen(flag),
      });
    for (const path of summaries.shown())
      targets.set(path, {
        value: (value) => summaries.receive(path, value),
        ended: () => summaries.endListen(path),
      });
    return targets;
  }

  #letGo(): void {
    this.#lingers = undefined;
    const targets = this.#targets();
    for (const [path, stop] of this.#shown) {
      if (targets.has(path)) continue;
      stop();
      this.#shown.delete(path);
      this.#refused.delete(path);
    }
  }

  #listenTo(path: string, target: Target, attempt = 0): void {
    const stop = this.#options.transport.listenValue(
      path,
      (value) => {
        target.value(value);
        if (this.#refused.delete(path)) this.#options.onChange();
      },
      (error) => {
        console.info(`Listening to ${path} was refused:`, error.message);
        target.ended();
        this.#refused.add(path);
        this.#options.onChange();
        this.#later(attempt, () => {
          if (this.#shown.get(path) === end) this.#listenTo(path, target, attempt + 1);
        });
      },
    );
    const end = () => {
      stop();
      target.ended();
    };
    this.#shown.set(path, end);
  }

  /**
   * Listens to the companies' revisions, which increase with each stored change. When one
   * increases, the lists with that company's data are refetched.
   */
  #listenToCompanies(attempt = 0): void {
    const scope = scopeOf(this.#options.actor, 'company.read');
    const refused = () => this.#later(attempt, () => this.#listenToCompanies(attempt + 1));
    this.#companies?.();
    if (scope?.kind === 'all') {
      let synced = false;
      this.#companies = this.#options.transport.listenChildren('companies', {
        value: (id, value) => this.#revision(id, value, !synced),
        removed: (id) => {
          this.#revisions.delete(id);
          this.#options.onRevision(id);
        },
        synced: () => {
          synced = true;
        },
        refused,
      });
    } else if (scope?.kind === 'company') {
      const { companyId } = scope;
      let first = true;
      this.#companies = this.#options.transport.listenValue(
        `companies/${companyId}`,
        (value) => {
          this.#revision(companyId, value, first);
          first = false;
        },
        refused,
      );
    }
  }

  /**
   * Called with a company's revision, which is the time of the latest change to its data.
   * @param isFirst whether this is the first value that the listener gets
   */
  #revision(companyId: string, value: unknown, isFirst: boolean): void {
    const rev: unknown = (value as { rev?: unknown } | null)?.rev ?? null;
    const known = this.#revisions.get(companyId);
    this.#revisions.set(companyId, rev);
    if (isFirst ? this.#mayBeMissed(rev) : rev !== known) this.#options.onRevision(companyId);
  }

  /**
   * Whether the page's lists might be missing a change, because it was made after the lists were
   * fetched but before the first listener started.
   * @param rev the revision of the change: microseconds since 1970 by the server's clock
   */
  #mayBeMissed(rev: unknown): boolean {
    if (!this.#isFirstConnection) return false;
    const openedAt = serverNow() - performance.now();
    return typeof rev === 'number' && rev / 1000 > openedAt - CHANGE_MARGIN_MS;
  }

  #later(attempt: number, run: () => void): void {
    if (this.#stopped || !this.#connected) return;
    const wait = LISTEN_RETRY_MS[Math.min(attempt, LISTEN_RETRY_MS.length - 1)]!;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, wait);
    this.#timers.add(timer);
  }
}

const pathOf = ({ firebaseUserId, flagId }: FlagPath) =>
  `users/${firebaseUserId}/hardware/${flagId}`;

import { type Actor, scopeOf } from '@halyard/domain';
import { setServerOffset } from './clock.ts';
import { ConnectionMonitor, type ConnectionState } from './connectionMonitor.ts';
import type { FlagStore } from './flagStore.ts';
import type { ChildFilter, RealtimeTransport, Unsubscribe } from './transport.ts';

/** How a switch can be written now; `blocked` until the connection is back. */
export type WritePath = 'live' | 'patch' | 'blocked';

/**
 * How long to wait before each retry of a refused listener, in milliseconds. The last value
 * repeats.
 */
const LISTEN_RETRY_MS = [2_000, 5_000, 15_000, 60_000] as const;

/** Returns how switches are written before the first connection. */
export const unconnectedPath = (): WritePath => (isOffline() ? 'blocked' : 'patch');

/** Returns whether the device reports that it has no network. */
export const isOffline = (): boolean => navigator.onLine === false;

interface Options {
  transport: RealtimeTransport;
  actor: Actor;
  store: FlagStore;
  /**
   * Called when a company's data changed. The company is null if any data may have changed while we
   * were disconnected.
   */
  onRevision: (companyId: string | null) => void;
  /** Called when the connection state or a writable path changes. */
  onChange: () => void;
}

/**
 * One user's realtime connection and its listeners. Listeners are removed when the connection is
 * lost and added again when it returns, because the SDK would otherwise hash its whole cache in one
 * task.
 */
export class RealtimeSession {
  readonly #options: Options;
  readonly #monitor: ConnectionMonitor;
  readonly #always: Unsubscribe[] = [];
  readonly #hardware = new Map<string, Unsubscribe>();
  readonly #refused = new Set<string>();
  readonly #revisions = new Map<string, unknown>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #companies: Unsubscribe | undefined;
  #everConnected = false;
  #connected = false;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
    const { transport, store } = options;
    this.#monitor = new ConnectionMonitor(options.onChange);
    this.#always.push(
      transport.onServerOffset(setServerOffset),
      store.onOwners(() => this.#listenToOwners()),
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
   * Returns how to write: live while connected and listening; by PATCH if listening is refused, and
   * before the first connection. After a loss writes are blocked, because a write queued by the SDK
   * must not move a pole later.
   */
  writePath(owner: string): WritePath {
    if (this.connection === 'connected') return this.#refused.has(owner) ? 'patch' : 'live';
    return this.#everConnected ? 'blocked' : unconnectedPath();
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
      this.#listenToOwners();
    } else {
      this.#dropListens();
    }
    this.#monitor.set(connected);
  }

  #dropListens(): void {
    for (const [owner, stop] of this.#hardware) {
      stop();
      this.#options.store.endListen(owner);
    }
    this.#hardware.clear();
    this.#companies?.();
    this.#companies = undefined;
    this.#refused.clear();
    this.#revisions.clear();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #listenToOwners(): void {
    if (!this.#connected) return;
    for (const owner of this.#options.store.owners()) {
      if (!this.#hardware.has(owner)) this.#listenTo(owner, 0);
    }
  }

  #listenTo(owner: string, attempt: number): void {
    const { store, transport, actor } = this.#options;
    const filter = hardwareFilter(actor);
    if (filter === undefined) return;
    store.beginListen(owner);
    const stop = transport.listenChildren(`users/${owner}/hardware`, filter, {
      value: (flagId, value) => store.receive(owner, flagId, value),
      removed: (flagId) => store.remove(owner, flagId),
      synced: () => {
        store.synced(owner);
        if (this.#refused.delete(owner)) this.#options.onChange();
      },
      refused: (error) => {
        console.info(`Listening to ${owner} was refused:`, error.message);
        store.endListen(owner);
        this.#refused.add(owner);
        this.#options.onChange();
        this.#later(attempt, () => {
          this.#hardware.get(owner)?.();
          this.#listenTo(owner, attempt + 1);
        });
      },
    });
    this.#hardware.set(owner, stop);
  }

  /**
   * Listens for changes to companies. Every stored change to a company's data increases its `rev`;
   * its lists are then refetched.
   */
  #listenToCompanies(attempt = 0): void {
    const scope = scopeOf(this.#options.actor, 'company.read');
    const refused = () => this.#later(attempt, () => this.#listenToCompanies(attempt + 1));
    this.#companies?.();
    if (scope?.kind === 'all') {
      let synced = false;
      this.#companies = this.#options.transport.listenChildren('companies', null, {
        value: (id, value) => this.#revision(id, value, synced),
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
          this.#revision(companyId, value, !first);
          first = false;
        },
        refused,
      );
    }
  }

  #revision(companyId: string, value: unknown, tell: boolean): void {
    const rev: unknown = (value as { rev?: unknown } | null)?.rev ?? null;
    const known = this.#revisions.get(companyId);
    this.#revisions.set(companyId, rev);
    if (tell && rev !== known) this.#options.onRevision(companyId);
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

/**
 * Returns the filter for what this actor may read, because security rules do not filter. Undefined
 * if it may not read anything.
 */
function hardwareFilter(actor: Actor): ChildFilter | null | undefined {
  const scope = scopeOf(actor, 'flag.read');
  switch (scope?.kind) {
    case 'all':
      return null;
    case 'company':
      return { child: 'companyId', value: scope.companyId };
    case 'location':
      return { child: 'locationId', value: scope.locationId };
    default:
      return undefined;
  }
}

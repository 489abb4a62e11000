import type { AppConfig, SessionUser } from '@halyard/domain';
import { onSessionEnd } from '@/lib/session.ts';
import { onTick } from './clock.ts';
import type { ConnectionState } from './connectionMonitor.ts';
import { databaseUrl } from './databaseUrl.ts';
import { flagStore } from './flagStore.ts';
import { RealtimeSession, type WritePath } from './realtimeSession.ts';
import type { RealtimeTransport } from './transport.ts';

type Connect = (namespace: string) => Promise<RealtimeTransport>;

interface Start {
  config: AppConfig['realtime'];
  user: SessionUser;
  onRevision: (companyId: string | null) => void;
}

const connectLazily: Connect = async (namespace) => {
  const { connectFirebase } = await import('./firebaseTransport.ts');
  return connectFirebase(databaseUrl(window.location, namespace, window.isSecureContext));
};

/** This page's realtime connection: at most one, in the name of the person on screen. */
class Realtime {
  #connect: Connect = connectLazily;
  #running: { key: string; off: boolean; failed: boolean } | null = null;
  #session: RealtimeSession | null = null;
  #stopTick: (() => void) | null = null;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  /** Starts once per person; the same call again changes nothing. */
  start({ config, user, onRevision }: Start): void {
    const { id, role, companyId, locationId, allCompanies } = user;
    const key = JSON.stringify([config, id, role, companyId, locationId, allCompanies]);
    if (this.#running?.key === key) return;
    this.#disconnect();
    const running = { key, off: config.mode === 'off', failed: false };
    this.#running = running;
    this.#stopTick = onTick(() => flagStore.tick());
    this.#changed();
    if (running.off) return;
    this.#connect(config.namespace).then(
      (transport) => {
        if (this.#running !== running) return transport.close();
        this.#session = new RealtimeSession({
          transport,
          actor: user,
          store: flagStore,
          onRevision,
          onChange: () => this.#changed(),
        });
        this.#changed();
      },
      (error: unknown) => {
        console.info('The realtime client did not load:', error);
        running.failed = true;
        this.#changed();
      },
    );
  }

  /** Closes the connection and drops every value. */
  stop(): void {
    this.#disconnect();
    flagStore.reset();
    this.#changed();
  }

  get connection(): ConnectionState {
    if (!this.#running || this.#running.off) return 'off';
    if (this.#running.failed) return 'disconnected';
    return this.#session?.connection ?? 'reconnecting';
  }

  writePath(owner: string): WritePath {
    if (!this.#running) return 'blocked';
    if (this.#running.off || this.#running.failed) return 'patch';
    return this.#session?.writePath(owner) ?? 'blocked';
  }

  update(path: string, values: Record<string, unknown>): Promise<void> {
    if (!this.#session) return Promise.reject(new Error('Not connected'));
    return this.#session.transport.update(path, values);
  }

  /** Grows with every change of the connection or of a write path. */
  get version(): number {
    return this.#version;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For tests: another way to connect than the SDK. */
  connectBy(connect: Connect): void {
    this.#connect = connect;
  }

  #disconnect(): void {
    this.#running = null;
    this.#session?.stop();
    this.#session = null;
    this.#stopTick?.();
    this.#stopTick = null;
  }

  #changed(): void {
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}

export const realtime = new Realtime();

onSessionEnd(() => realtime.stop());

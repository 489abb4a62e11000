/** The connection state to show (decisions, "Names"); `off` if realtime is not used. */
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting' | 'disconnected' | 'off';

/** How long the connection must be lost before the state is "Disconnected", in milliseconds. */
export const DISCONNECTED_AFTER_MS = 30_000;

/**
 * Determines the connection state to show, based on the SDK, the browser's online state and a 30 s
 * timer.
 */
export class ConnectionMonitor {
  readonly #changed: (state: ConnectionState) => void;
  #state: ConnectionState = 'connecting';
  #connected = false;
  #wasConnected = false;
  #patienceOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: (state: ConnectionState) => void) {
    this.#changed = changed;
    addEventListener('online', this.#judge);
    addEventListener('offline', this.#judge);
    this.#wait();
    this.#judge();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  set(connected: boolean): void {
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#wasConnected ||= connected;
    clearTimeout(this.#timer);
    this.#patienceOver = false;
    if (!connected) this.#wait();
    this.#judge();
  }

  stop(): void {
    clearTimeout(this.#timer);
    removeEventListener('online', this.#judge);
    removeEventListener('offline', this.#judge);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#patienceOver = true;
      this.#judge();
    }, DISCONNECTED_AFTER_MS);
  }

  readonly #judge = (): void => {
    const state =
      navigator.onLine === false || (!this.#connected && this.#patienceOver)
        ? 'disconnected'
        : this.#connected
          ? 'connected'
          : this.#wasConnected
            ? 'reconnecting'
            : 'connecting';
    if (state === this.#state) return;
    this.#state = state;
    this.#changed(state);
  };
}

/** What the connection indicator shows (decisions: Names); `off` where realtime is not used. */
export type ConnectionState = 'connected' | 'reconnecting' | 'disconnected' | 'off';

/** Milliseconds without a connection after which "Reconnecting" becomes "Disconnected". */
export const DISCONNECTED_AFTER_MS = 30_000;

/** Turns the SDK's yes or no, the browser's own word and 30 s of patience into the shown state. */
export class ConnectionMonitor {
  readonly #changed: (state: ConnectionState) => void;
  #state: ConnectionState = 'reconnecting';
  #connected = false;
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
          : 'reconnecting';
    if (state === this.#state) return;
    this.#state = state;
    this.#changed(state);
  };
}

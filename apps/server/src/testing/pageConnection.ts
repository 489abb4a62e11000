import { WebSocket } from 'ws';

/**
 * The maximum delay between the SDK's attempts to connect (`PersistentConnection`): 1 s at first,
 * and 30% longer after each attempt.
 */
const FIRST_DELAY_MS = 1000;
const DELAY_FACTOR = 1.3;
/** How long a connection must last, in ms, before the SDK's delays start over. */
const STEADY_MS = 30_000;

interface Message {
  t: string;
  d: { r?: number; b?: { s?: string } };
}

/**
 * The live connection of one open page, with the session cookie, the subscriptions of the console,
 * and the delays of the SDK. Tests cannot use the SDK for this, because in Node it sends no
 * cookies.
 */
export class PageConnection {
  /** The status codes of refused connections. 0 if the server did not respond. */
  readonly refusals: number[] = [];
  readonly #url: string;
  readonly #cookie: string;
  readonly #listens: readonly object[];
  readonly #onBack: (isBack: boolean) => void;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #delay = FIRST_DELAY_MS;
  #triedAt = 0;
  #connectedAt: number | null = null;
  #stopped = false;

  /**
   * Opens the connection.
   * @param listens the bodies of the subscribe requests
   * @param onBack called with true when the server has confirmed every subscription, and with false
   * when the connection is lost
   */
  constructor(
    url: string,
    { cookie, listens }: { cookie: string; listens: readonly object[] },
    onBack: (isBack: boolean) => void,
  ) {
    this.#url = url;
    this.#cookie = cookie;
    this.#listens = listens;
    this.#onBack = onBack;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #connect(): void {
    this.#triedAt = Date.now();
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/.ws?v=5&ns=halyard`, {
      headers: { cookie: this.#cookie, origin: this.#url },
    });
    this.#socket = socket;
    const acknowledged = new Set<number>();
    socket.on('message', (data: Buffer) => {
      const { t, d } = JSON.parse(data.toString()) as Message;
      if (t === 'c') {
        // The handshake of the SDK is complete.
        this.#connectedAt = Date.now();
        for (const [i, b] of this.#listens.entries())
          socket.send(JSON.stringify({ t: 'd', d: { r: i + 1, a: 'q', b } }));
      } else if (d.r !== undefined) {
        if (d.b?.s !== 'ok') throw new Error(`A listen was refused: ${JSON.stringify(d)}`);
        acknowledged.add(d.r);
        if (acknowledged.size === this.#listens.length) this.#onBack(true);
      }
    });
    socket.on('unexpected-response', (request, response) => {
      this.refusals.push(response.statusCode ?? 0);
      request.destroy();
      this.#lost();
    });
    socket.on('error', () => {
      if (this.#socket === socket) this.refusals.push(0);
    });
    socket.on('close', () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  #lost(): void {
    this.#socket = undefined;
    if (this.#stopped) return;
    this.#onBack(false);
    const now = Date.now();
    if (this.#connectedAt !== null && now - this.#connectedAt > STEADY_MS)
      this.#delay = FIRST_DELAY_MS;
    this.#connectedAt = null;
    const wait = Math.max(0, this.#delay - (now - this.#triedAt)) * Math.random();
    this.#delay *= DELAY_FACTOR;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }
}

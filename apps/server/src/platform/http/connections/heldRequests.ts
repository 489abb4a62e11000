import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

interface Held {
  request: IncomingMessage;
  response: ServerResponse;
  /** The timer that refuses the request after it has waited too long. */
  timer: NodeJS.Timeout;
}

/**
 * Keeps requests that arrive while the server is starting, and handles them when it is ready. If
 * the server refused them, thousands of poles would keep retrying and slow down the start.
 */
export class HeldRequests {
  readonly #most: number;
  readonly #ms: number;
  readonly #refuse: RequestListener;
  readonly #held = new Set<Held>();

  /**
   * @param most the maximum number of waiting requests; further ones are refused immediately
   * @param ms the time in ms after which a request is refused
   * @param refuse responds to a refused request
   */
  constructor(most: number, ms: number, refuse: RequestListener) {
    this.#most = most;
    this.#ms = ms;
    this.#refuse = refuse;
  }

  hold(request: IncomingMessage, response: ServerResponse): void {
    if (this.#held.size >= this.#most) return this.#refuse(request, response);
    const timer = setTimeout(() => {
      this.#held.delete(held);
      this.#refuse(request, response);
    }, this.#ms);
    const held = { request, response, timer };
    this.#held.add(held);
    response.once('close', () => this.#remove(held));
  }

  /** Passes all waiting requests to `handle`, in order of arrival. */
  release(handle: RequestListener): void {
    for (const held of this.#held) {
      this.#remove(held);
      handle(held.request, held.response);
    }
  }

  #remove(held: Held): void {
    clearTimeout(held.timer);
    this.#held.delete(held);
  }
}

import { expect } from 'vitest';
import { WebSocket } from 'ws';

interface Message {
  t: string;
  d: { r?: number; a?: string; b: { s?: string; d?: unknown; p?: string } };
}

/** A WebSocket that is opened the way the SDK does it, with a cookie and an Origin header. */
export class Live {
  readonly messages: Message[] = [];
  /** The code in the server's close frame; 1006 if the connection ended without a close frame. */
  readonly closed: Promise<number>;
  readonly opened: Promise<number>;
  readonly #socket: WebSocket;
  #request = 0;

  /**
   * Opens a WebSocket.
   * @param ca the certificate to trust for an `https` URL
   */
  constructor(url: string, headers: Record<string, string>, ca?: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/.ws?v=5&ns=halyard`, {
      headers,
      ...(ca !== undefined && { ca }),
    });
    this.#socket.on('message', (data: Buffer) =>
      this.messages.push(JSON.parse(data.toString()) as Message),
    );
    this.closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.opened = new Promise((resolve) => {
      this.#socket.once('open', () => resolve(101));
      this.#socket.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        this.#socket.terminate();
      });
    });
    this.#socket.on('error', () => {});
  }

  async ask(a: string, b: object): Promise<string> {
    const r = ++this.#request;
    this.#socket.send(JSON.stringify({ t: 'd', d: { r, a, b } }));
    await expect.poll(() => this.messages.some(({ d }) => d.r === r)).toBe(true);
    return this.messages.find(({ d }) => d.r === r)!.d.b.s ?? '';
  }

  close(): void {
    this.#socket.terminate();
  }
}

import net from 'node:net';
import { type LibraryEvent, LibraryEvents, type LibraryHead, LibraryResponse } from './response.ts';

export interface LibraryAnswer extends LibraryHead {
  body: string;
}

/** Opens a raw TCP connection to the server, like the network client of an Arduino sketch. */
function dial(host: string, port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, noDelay: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/**
 * A connection for requests. It behaves like the Arduino library's `AsyncClientClass`: it stays
 * open and handles one request at a time.
 */
export class RequestConnection {
  readonly #host: string;
  readonly #port: number;
  #socket: net.Socket | null = null;

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** Whether the connection is open. The server may close it at any time. */
  get isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed && this.#socket.readable;
  }

  /**
   * Sends each piece of a request in a separate write, and reads the response.
   * @throws Error if the connection ends before the response is complete
   */
  async send(...pieces: string[]): Promise<LibraryAnswer> {
    if (!this.isOpen) this.#socket = await dial(this.#host, this.#port);
    const socket = this.#socket!;
    const answer = readAnswer(socket);
    for (const piece of pieces) socket.write(piece, 'utf8');
    return answer;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

function readAnswer(socket: net.Socket): Promise<LibraryAnswer> {
  return new Promise((resolve, reject) => {
    const response = new LibraryResponse();
    let body = '';
    const finish = (outcome: () => void) => {
      socket.off('data', take);
      socket.off('close', lost);
      socket.off('error', lost);
      outcome();
    };
    const lost = () => finish(() => reject(new Error('the connection ended before the response')));
    const take = (bytes: string) => {
      body += response.read(bytes) ?? '';
      const { head } = response;
      if (!response.inPayload) return;
      const whole = head.status === 204 || body.length >= (head.contentLength ?? Infinity);
      if (whole) finish(() => resolve({ ...head, body: Buffer.from(body, 'latin1').toString() }));
    };
    socket.on('data', take);
    socket.on('close', lost);
    socket.on('error', lost);
  });
}

export interface StreamConnection {
  /** The part of the status line and headers that has arrived so far. */
  head(): LibraryHead;
  close(): void;
}

/**
 * Opens an event stream. If the response uses chunked transfer coding, the Arduino library delivers
 * no events (protocol §16).
 */
export async function openLibraryStream(
  host: string,
  port: number,
  request: string,
  onEvent: (event: LibraryEvent) => void,
  onClose: () => void,
): Promise<StreamConnection> {
  const socket = await dial(host, port);
  const response = new LibraryResponse();
  const events = new LibraryEvents();
  socket.on('data', (bytes: string) => {
    const payload = response.read(bytes);
    if (payload === null || !response.head.sse || response.head.chunked) return;
    for (const event of events.read(payload)) onEvent(event);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', onClose);
  socket.write(request, 'utf8');
  return { head: () => response.head, close: () => socket.destroy() };
}

import { connect, type Socket } from 'node:net';
import { until } from './until.ts';

/** A TCP connection that sends exactly the bytes that a test specifies. */
export class RawSocket {
  readonly socket: Socket;
  received = '';
  closed = false;

  /** With `allowHalfOpen`, the socket stays half open when the server ends the connection. */
  constructor(port: number, { allowHalfOpen = false } = {}) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
    this.socket.on('close', () => {
      this.closed = true;
    });
    this.socket.on('error', () => {});
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The status codes of the responses so far, in the order of their requests. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
  }

  /** Waits until the server has ended the connection. */
  async end(): Promise<void> {
    await until(() => this.closed);
  }

  close(): void {
    this.socket.destroy();
  }
}

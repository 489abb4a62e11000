import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Random } from '../random.ts';
import { Backoff } from './backoff.ts';
import { decodeEvent, type StreamEvent } from './events.ts';
import { SseParser } from './sse.ts';
import { openRequest, type TransportOptions } from './transport.ts';

/**
 * How long, in ms, the client waits for the next event before it gives up on a stream. The server
 * sends an event every 30 s.
 */
export const STREAM_DEAD_MS = 45_000;
/**
 * Maximum number of redirects that an event stream follows. Google responds to a stream request
 * with 307 and a different URL (protocol §16).
 */
const MOST_REDIRECTS = 3;

export interface StreamOptions extends TransportOptions {
  random: Random;
  onEvent(event: StreamEvent): void;
  /**
   * Called with true when an event stream gets its first event. Called with false when the stream
   * is lost after that.
   */
  onState(up: boolean): void;
  /**
   * Called with the reason why an event stream failed or could not be opened. The client then
   * retries automatically.
   */
  onProblem(reason: string): void;
  /** Overrides {@link STREAM_DEAD_MS} in tests, in ms. */
  deadAfter?: number | undefined;
}

export interface EventStream {
  close(): void;
}

/**
 * Listens to a pole's node until the returned stream is closed. Reconnects with increasing delays
 * after a failure (protocol §16).
 */
export function openStream(url: URL, options: StreamOptions): EventStream {
  const backoff = new Backoff(options.random);
  const deadAfter = options.deadAfter ?? STREAM_DEAD_MS;
  let request: ClientRequest | null = null;
  let timer: NodeJS.Timeout | undefined;
  let up = false;
  let closed = false;

  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => lose('no event in time'), deadAfter);
  };

  const lose = (reason: string) => {
    if (closed) return;
    const lost = request;
    request = null;
    lost?.destroy();
    clearTimeout(timer);
    if (up) {
      up = false;
      options.onState(false);
    }
    options.onProblem(reason);
    timer = setTimeout(() => connect(url, 0), backoff.next());
  };

  const receive = (event: StreamEvent) => {
    if (!up) {
      up = true;
      backoff.reset();
      options.onState(true);
    }
    if (event.type === 'cancel') return lose('the server canceled the stream');
    if (event.type === 'auth_revoked') return lose('the key is no longer valid');
    options.onEvent(event);
  };

  const read = (response: IncomingMessage, self: ClientRequest) => {
    const parser = new SseParser();
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      if (request !== self) return;
      try {
        for (const message of parser.push(piece)) {
          const event = decodeEvent(message);
          if (!event || request !== self) continue;
          watch();
          receive(event);
        }
      } catch (error) {
        lose(`bad event: ${(error as Error).message}`);
      }
    });
    response.on('close', () => {
      if (request === self) lose('the stream ended');
    });
  };

  const connect = (target: URL, redirects: number) => {
    const self = openRequest(target, {
      agent: false,
      headers: { Accept: 'text/event-stream' },
      rejectUnauthorized: !options.insecure,
    });
    request = self;
    watch();
    self.on('response', (response) => {
      if (request !== self) return response.destroy();
      const { statusCode = 0 } = response;
      const { location } = response.headers;
      if (location && (statusCode === 307 || statusCode === 302) && redirects < MOST_REDIRECTS) {
        request = null;
        self.destroy();
        return connect(new URL(location, target), redirects + 1);
      }
      if (statusCode !== 200) return lose(`the stream was answered with ${statusCode}`);
      read(response, self);
    });
    self.on('error', (error) => {
      if (request === self) lose(error.message);
    });
    self.end();
  };

  connect(url, 0);
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      request?.destroy();
      request = null;
    },
  };
}

import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileParts } from './fileParts.ts';

/**
 * The maximum time in ms that a client may take to receive one part of a file. If the client takes
 * longer, its connection is closed, so that a stalled download does not last forever.
 */
const STALLED_MS = 10 * 60_000;

/**
 * Sends a file in parts. Creates the next part only when the client has received most of the
 * previous ones. After an error, closes the connection, so that clients do not mistake an
 * incomplete file for a complete one.
 * @param step runs the work for each part after the first
 * @throws the error of the first part; an error response can then still be sent
 */
export async function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts }: FileParts,
  step: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<FastifyReply> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (request.method === 'HEAD') {
    await iterator.return?.();
    return reply.send('');
  }

  async function* all(): AsyncGenerator<string> {
    try {
      for (let part = first; !part.done; part = await step(() => iterator.next())) {
        const stalled = setTimeout(() => reply.raw.destroy(), STALLED_MS);
        try {
          yield part.value;
        } finally {
          clearTimeout(stalled);
        }
      }
    } catch (error) {
      resetIfEndIsUnclear(request);
      throw error;
    } finally {
      await iterator.return?.();
    }
  }

  return reply.send(Readable.from(all(), { objectMode: false }));
}

/**
 * Resets the connection of a client that uses HTTP/1.0, as some proxies do. To such a client, a
 * response is complete when the connection closes normally, so an incomplete response must end with
 * a reset.
 */
function resetIfEndIsUnclear({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.0' && !(raw.socket instanceof TLSSocket)) raw.socket.resetAndDestroy();
}

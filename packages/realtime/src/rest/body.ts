import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refused } from '../errors.ts';
import { parseExact } from '../exactJson.ts';
import type { Limits } from '../limits.ts';
import { sendRefusal } from './respond.ts';

const BROKEN = "Invalid data; couldn't parse JSON object, array, or value.";

/**
 * Reads a request's body as JSON. Rejects a body that is too large without first reading all of it
 * into memory. Firebase accepts 256 MB over REST. This server accepts less, because it checks and
 * stores each write as a whole.
 */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const text = await readText(req, maxBytes, ' in one write to this server: write it in parts');
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('invalid_data', BROKEN);
  }
}

/**
 * Reads a request's body as UTF-8. Rejects a body that is too large without first reading all of it
 * into memory.
 * @param advice the end of the error message: what the client can do about a body that is too large
 */
export async function readText(
  req: IncomingMessage,
  maxBytes: number,
  advice = '',
): Promise<string> {
  const tooBig = (): Refused =>
    new Refused('too_big', `The data must not exceed ${maxBytes} bytes${advice}`);
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooBig();
  const chunks: Buffer[] = [];
  let size = 0;
  // Do not destroy the request when the loop ends early, because its socket is still needed to send
  // the rejection.
  const chunksOf: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false });
  for await (const chunk of chunksOf) {
    size += chunk.length;
    if (size > maxBytes) throw tooBig();
    chunks.push(chunk);
  }
  if (size === 0) throw new Refused('invalid_data', 'Error: No data supplied.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refused('invalid_data', BROKEN);
  }
}

/**
 * Maximum number of bytes of a rejected body to read and discard. Firebase accepts bodies up to
 * this size.
 */
const DROPPED_BYTES = 256 * 1024 * 1024;

/**
 * Rejects a request whose body is too large, and keeps reading for a while. Otherwise, a client
 * that sends everything before it reads, as firebase-tools does, would lose the connection without
 * a response. Resolves when the connection can be closed.
 */
export function refuseBody(
  req: IncomingMessage,
  res: ServerResponse,
  reason: Refused,
  { restIdleMs, restStallMs }: Pick<Limits, 'restIdleMs' | 'restStallMs'>,
): Promise<void> {
  // The unread rest of the body must not be parsed as the next request.
  res.setHeader('Connection', 'close');
  sendRefusal(res, reason);
  return new Promise((resolve) => {
    let dropped = 0;
    const over = (): void => {
      clearTimeout(idle);
      clearTimeout(total);
      resolve();
      res.end();
    };
    const idle = setTimeout(over, restIdleMs);
    const total = setTimeout(over, restStallMs);
    req.on('data', (chunk: Buffer) => {
      idle.refresh();
      dropped += chunk.length;
      if (dropped > DROPPED_BYTES) over();
    });
    for (const event of ['end', 'close', 'error']) req.on(event, over);
    req.resume();
  });
}

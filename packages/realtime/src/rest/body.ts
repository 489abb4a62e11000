import type { IncomingMessage } from 'node:http';
import { Refused } from '../errors.ts';

/** Reads a request's body as JSON; refuses what is too big before it is in memory. */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const tooBig = new Refused('too_big', `The data must not exceed ${maxBytes} bytes`);
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooBig;
  const chunks: Buffer[] = [];
  let size = 0;
  // Without destroying the request on the way out: its socket must still carry the refusal.
  const chunksOf: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false });
  for await (const chunk of chunksOf) {
    size += chunk.length;
    if (size > maxBytes) throw tooBig;
    chunks.push(chunk);
  }
  if (size === 0) throw new Refused('invalid_data', 'Error: No data supplied.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused('invalid_data', "Invalid data; couldn't parse JSON object, array, or value.");
  }
}

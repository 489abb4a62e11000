import type { IncomingMessage } from 'node:http';
import { Refused } from '../errors.ts';
import { parseExact } from '../exact-json.ts';

const BROKEN = "Invalid data; couldn't parse JSON object, array, or value.";

/** Reads a request's body as JSON; refuses what is too big before it is in memory. */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const text = await readText(req, maxBytes);
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('invalid_data', BROKEN);
  }
}

/** Reads a request's body as UTF-8; refuses what is too big before it is in memory. */
export async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const tooBig = (): Refused =>
    new Refused('too_big', `The data must not exceed ${maxBytes} bytes`);
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooBig();
  const chunks: Buffer[] = [];
  let size = 0;
  // Without destroying the request on the way out: its socket must still carry the refusal.
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

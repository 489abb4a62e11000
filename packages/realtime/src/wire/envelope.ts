import { Refused } from '../errors.ts';
import { parseExact } from '../exactJson.ts';
import { isRecord } from '../record.ts';
import { ProtocolError } from './framing.ts';
import type { WireRequest } from './request.ts';

/**
 * A message: either a control message, of which only the type matters, or a request (protocol §3).
 */
type Envelope = { control: unknown } | { request: Omit<WireRequest, 'remoteAddress'> };

/**
 * Parses a message.
 * @throws ProtocolError if the connection must end because of the message
 */
export function parseEnvelope(text: string): Envelope {
  const { message, problem } = parse(text);
  if (!isRecord(message) || !isRecord(message.d)) {
    throw new ProtocolError(1002, 'A message has no envelope');
  }
  const { t, d } = message as { t: unknown; d: Record<string, unknown> };
  if (t === 'c') return { control: d.t };
  if (t !== 'd') throw new ProtocolError(1002, 'A message has an unknown type');
  const { r, a, b } = d;
  if (!Number.isSafeInteger(r) || typeof a !== 'string') {
    throw new ProtocolError(1002, 'A request has no number or action');
  }
  return { request: { number: r as number, action: a, body: isRecord(b) ? b : {}, problem } };
}

/**
 * Parses a message as JSON. If the JSON is valid but the request must be rejected, `problem` is the
 * reason.
 */
function parse(text: string): { message: unknown; problem: Refused | undefined } {
  try {
    return { message: parseExact(text), problem: undefined };
  } catch (error) {
    if (error instanceof Refused) return { message: JSON.parse(text), problem: error };
    throw new ProtocolError(1007, 'A message is not JSON');
  }
}

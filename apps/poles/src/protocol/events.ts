import type { SseMessage } from './sse.ts';

/** An event of a realtime database stream (protocol §16). */
export type StreamEvent =
  | { type: 'put' | 'patch'; path: string; data: unknown }
  | { type: 'keep-alive' }
  /**
   * The event that the server sends when the rules no longer allow the client to read the path. The
   * server then closes the stream.
   */
  | { type: 'cancel' }
  /**
   * The event that the server sends when the device key is no longer valid. The server then closes
   * the stream.
   */
  | { type: 'auth_revoked'; reason: string };

/**
 * Parses one message as a realtime database event. Returns null for an unknown kind.
 * @throws Error if a put or patch does not contain a path and data as JSON
 */
export function decodeEvent(message: SseMessage): StreamEvent | null {
  switch (message.event) {
    case 'put':
    case 'patch': {
      const body: unknown = JSON.parse(message.data);
      if (typeof body !== 'object' || body === null || !('path' in body) || !('data' in body))
        throw new Error(`a ${message.event} event without path and data`);
      if (typeof body.path !== 'string') throw new Error('an event whose path is not a string');
      return { type: message.event, path: body.path, data: body.data };
    }
    case 'keep-alive':
      return { type: 'keep-alive' };
    case 'cancel':
      return { type: 'cancel' };
    case 'auth_revoked':
      return { type: 'auth_revoked', reason: message.data };
    default:
      return null;
  }
}

import type { Sessions } from '../core/session.ts';
import { Connection } from './connection.ts';

/**
 * A client that comes back names its earlier connection: that one ends first, and what it left to
 * be written is written, before the new one goes on (protocol §11).
 */
export function takeOver(sessions: Sessions, params: URLSearchParams): void {
  const earlier = params.get('ls');
  const session = earlier === null ? undefined : sessions.get(earlier);
  if (session instanceof Connection) session.end();
}

import type { IncomingMessage } from 'node:http';
import type { Sessions } from '../core/session.ts';
import { type Identity, UpgradeRefused } from '../options.ts';
import { Connection } from './connection.ts';

/**
 * Makes room for a new connection. If a client reconnects, first ends its earlier connection and
 * runs that connection's onDisconnect writes (protocol §11).
 * @throws UpgradeRefused if the IP address or the user has too many connections
 */
export function takeOver(
  sessions: Sessions,
  req: IncomingMessage,
  params: URLSearchParams,
  identity: Identity | null,
): void {
  const earlier = params.get('ls');
  const session = earlier === null ? undefined : sessions.get(earlier);
  if (session instanceof Connection) session.end();
  const crowded = sessions.crowded(req, identity);
  if (crowded !== undefined) throw new UpgradeRefused(429, crowded);
}

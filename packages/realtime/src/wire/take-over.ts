import type { IncomingMessage } from 'node:http';
import type { Sessions } from '../core/session.ts';
import { type Identity, UpgradeRefused } from '../options.ts';
import { Connection } from './connection.ts';

/**
 * Makes way for a new connection. A client that comes back names its earlier one: that one ends
 * first, and what it left to be written is written, before the new one goes on (protocol §11).
 * @throws UpgradeRefused where its address or its person has too many
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

import { Refused } from '../errors.ts';
import { parsePath } from '../tree/keys.ts';
import type { Connection } from './connection.ts';

/** The path that a request names (protocol §4: `p`). */
export function pathOf(connection: Connection, body: Record<string, unknown>): string[] {
  const p = body.p;
  if (typeof p !== 'string') throw new Refused('invalid_data', 'Invalid path');
  return parsePath(p, connection.context.database.limits);
}

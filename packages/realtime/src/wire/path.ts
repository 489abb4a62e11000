import { Refused } from '../errors.ts';
import { parsePath, parseWritePath } from '../tree/keys.ts';
import type { Connection } from './connection.ts';

/** Returns the path of a request (protocol §4: `p`). */
export function pathOf(connection: Connection, body: Record<string, unknown>): string[] {
  return parsePath(textOf(body), connection.context.database.limits);
}

/** Returns the path of a `p` request, which may refer to a node's priority (protocol §6). */
export function writePathOf(connection: Connection, body: Record<string, unknown>): string[] {
  return parseWritePath(textOf(body), connection.context.database.limits);
}

function textOf({ p }: Record<string, unknown>): string {
  if (typeof p !== 'string') throw new Refused('invalid_data', 'Invalid path');
  return p;
}

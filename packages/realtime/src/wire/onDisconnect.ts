import type { PlainData } from '../core/changes.ts';
import { Refused } from '../errors.ts';
import { isRecord } from '../record.ts';
import type { Path } from '../tree/types.ts';
import type { Connection } from './connection.ts';
import { pathOf, writePathOf } from './path.ts';
import { answer } from './reply.ts';
import type { WireRequest } from './request.ts';

/**
 * Handles the request `o`, which registers a `set` to run when the connection ends (protocol §4,
 * §11).
 */
export function registerSet(connection: Connection, request: WireRequest): void {
  const path = writePathOf(connection, request.body);
  register(connection, request, path, { set: request.body.d ?? null });
}

/**
 * Handles the request `om`, which registers an `update` to run when the connection ends (protocol
 * §4, §11).
 */
export function registerMerge(connection: Connection, request: WireRequest): void {
  const { d } = request.body;
  if (!isRecord(d)) throw new Refused('invalid_data', 'An update must be an object');
  register(connection, request, pathOf(connection, request.body), { update: d });
}

function register(connection: Connection, request: WireRequest, path: Path, data: PlainData): void {
  connection.context.disconnects.register(
    connection.id,
    { path, data, identity: connection.identity, remoteAddress: request.remoteAddress },
    answer(connection, request, path),
  );
}

/** Handles the request `oc`, which cancels registered writes (protocol §4, §11). */
export function cancel(connection: Connection, request: WireRequest): void {
  const path = pathOf(connection, request.body);
  connection.context.disconnects.cancel(connection.id, path, answer(connection, request, path));
}

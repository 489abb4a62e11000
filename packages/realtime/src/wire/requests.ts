import { newListen } from '../core/session.ts';
import type { Caller } from '../core/write.ts';
import { notAnUpdate, permissionDenied, Refused } from '../errors.ts';
import { parseWireQuery } from '../query/query.ts';
import { isRecord } from '../record.ts';
import { hashMatches } from '../tree/hash.ts';
import { exportJson } from '../tree/json.ts';
import { authenticate, unauthenticate } from './auth.ts';
import type { Connection, Requests } from './connection.ts';
import { type OversizedMessage, tooBig } from './framing.ts';
import { cancel, registerMerge, registerSet } from './onDisconnect.ts';
import { pathOf, writePathOf } from './path.ts';
import { answer, answerRefusedRead, refuse, reply } from './reply.ts';
import type { WireRequest } from './request.ts';
import { pushText } from './transport.ts';

type Handler = (connection: Connection, request: WireRequest) => void;

const ok: Handler = (connection, { number }) => reply(connection, number, 'ok', '""');

const handlers = new Map<string, Handler>([
  ['s', ok],
  ['q', listen],
  ['n', unlisten],
  ['p', put],
  ['m', merge],
  ['g', get],
  ['o', registerSet],
  ['om', registerMerge],
  ['oc', cancel],
  ['auth', authenticate],
  ['gauth', authenticate],
  ['unauth', unauthenticate],
  ['appcheck', ok],
  ['unappeck', ok],
]);

/** Handles one data-layer request. Every request gets exactly one response. */
function handleRequest(connection: Connection, request: WireRequest): void {
  const handler = handlers.get(request.action);
  try {
    if (request.problem !== undefined) throw request.problem;
    if (handler === undefined) {
      throw new Refused('unsupported', `Unknown action: ${request.action.slice(0, 32)}`);
    }
    handler(connection, request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(connection, request.number, error);
  }
}

/**
 * Rejects a request that exceeds the maximum message size, with Firebase's error text.
 * @throws ProtocolError if the message does not start with a request number
 */
function refuseOversized(connection: Connection, { request }: OversizedMessage): void {
  if (request === undefined) throw tooBig();
  const sentence =
    'Data to write exceeds the maximum size that can be modified with a single request.';
  refuse(connection, request, new Refused('write_too_big', sentence));
}

function keyOf(path: readonly string[], tag: number | undefined): string {
  return tag === undefined ? `/${path.join('/')}` : String(tag);
}

function tagOf(body: Record<string, unknown>): number | undefined {
  return typeof body.t === 'number' ? body.t : undefined;
}

const tooManyOrders = (): Refused =>
  new Refused('too_big', 'Too many live filters here that no ".indexOn" names');

/** Handles the request `q`, which adds a listener (protocol §4, §5). */
function listen(connection: Connection, request: WireRequest): void {
  const { number, body } = request;
  const { database } = connection.context;
  const path = pathOf(connection, body);
  const tag = tagOf(body);
  const query = parseWireQuery(body.q, database.limits);
  const sentQuery = JSON.stringify(body.q ?? {});
  if (sentQuery.length > database.limits.queryUnits) {
    throw new Refused('too_big', 'The query of a listen is too long');
  }
  const clientHash = typeof body.h === 'string' ? body.h : '';
  const key = keyOf(path, tag);
  const before = connection.listens.get(key);
  if (before !== undefined) database.detach(before);
  else if (connection.listens.size >= database.limits.listensPerConnection) {
    database.counts.listensRefused++;
    throw new Refused('too_big', 'Too many listens on one connection');
  }
  const suffix = tag === undefined ? '' : `,"t":${tag}`;
  const created = newListen(path, query, false, (push) => connection.sendPush(push, suffix));
  const problem = connection.budget.takeListen(created);
  if (problem !== undefined) {
    if (before !== undefined) connection.listens.delete(key);
    database.counts.listensRefused++;
    throw new Refused('too_big', problem);
  }
  connection.listens.set(key, created, tag === undefined ? undefined : sentQuery);
  database.read(() => {
    // The listener may have ended or been replaced by the time a response is repeated after a
    // rollback.
    const current = connection.listens.get(key) === created && !connection.closed;
    const readable = database.mayRead(connection.identity, path, query);
    if (current && !(readable && database.hasRoomForWindow(path, query))) {
      database.detach(created);
      connection.listens.delete(key);
      const problem = readable ? tooManyOrders() : permissionDenied();
      return answerRefusedRead(connection, request, path, problem);
    }
    if (current) database.attach(created);
    const node = database.select(path, query);
    const known = node !== undefined && hashMatches(node, clientHash);
    const p = JSON.stringify(path.join('/'));
    const first = known
      ? undefined
      : pushText({ kind: 'put', body: `{"p":${p},"d":${exportJson(node)}` }, suffix);
    const warn = query !== undefined && !database.isIndexed(path, query);
    return () => {
      // Send the data before the response, because the client would otherwise report null first
      // (protocol §4).
      if (first !== undefined && created.active) connection.send(first);
      connection.reply(number, 'ok', warn ? '{"w":["no_index"]}' : '{}');
    };
  });
}

/** Handles the request `n`, which removes a listener (protocol §4). */
function unlisten(connection: Connection, { number, body }: WireRequest): void {
  const { database, reservations } = connection.context;
  const path = pathOf(connection, body);
  const key = keyOf(path, tagOf(body));
  const known = connection.listens.get(key);
  if (known !== undefined) {
    connection.listens.delete(key);
    database.detach(known);
  }
  reservations.leave(path.join('/'), connection);
  reply(connection, number, 'ok', '""');
}

/** Handles the request `g`, which reads data once (protocol §4). */
function get(connection: Connection, request: WireRequest): void {
  const { number, body } = request;
  const { database } = connection.context;
  const path = pathOf(connection, body);
  const query = parseWireQuery(body.q, database.limits);
  database.read(() => {
    if (!database.mayRead(connection.identity, path, query))
      return answerRefusedRead(connection, request, path, permissionDenied());
    const data = exportJson(database.select(path, query));
    return () => connection.reply(number, 'ok', data);
  });
}

/**
 * Handles the request `p`, which sets data (protocol §4). With `h`, it is a transaction (protocol
 * §10).
 */
function put(connection: Connection, request: WireRequest): void {
  const { body, remoteAddress } = request;
  const { database, reservations } = connection.context;
  const path = writePathOf(connection, body);
  const hash = body.h;
  const caller: Caller = { identity: connection.identity, remoteAddress };
  const data = { set: body.d ?? null };
  if (typeof hash !== 'string') {
    database.write({ caller, path, data, respond: answer(connection, request, path) });
    return;
  }
  const resume = connection.hold();
  const attempt = (): boolean => {
    let stale = false;
    const respond = answer(connection, request, path);
    database.write({
      caller: { identity: connection.identity, remoteAddress },
      path,
      data,
      condition: (node) => {
        // A client that may not read must be able neither to guess the value nor to reserve the
        // path.
        if (!database.mayRead(connection.identity, path)) throw permissionDenied();
        return hashMatches(node, hash);
      },
      respond: (outcome) => {
        if (outcome.kind === 'stale') stale = true;
        return respond(outcome);
      },
    });
    return stale;
  };
  if (reservations.run(path.join('/'), connection, attempt, resume)) resume();
}

/** Handles the request `m`, which updates several paths (protocol §4). */
function merge(connection: Connection, request: WireRequest): void {
  const { body, remoteAddress } = request;
  const path = pathOf(connection, body);
  if (!isRecord(body.d)) throw notAnUpdate();
  connection.context.database.write({
    caller: { identity: connection.identity, remoteAddress },
    path,
    data: { update: body.d },
    respond: answer(connection, request, path),
  });
}

/** Handles the requests of the protocol's data layer, for all connections. */
export const requests: Requests = { handle: handleRequest, refuseOversized };

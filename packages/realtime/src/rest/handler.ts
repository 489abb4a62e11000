import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Database, WriteOutcome } from '../core/database.ts';
import type { Release } from '../core/queue.ts';
import type { Sessions } from '../core/session.ts';
import { withTimeout } from '../core/timeout.ts';
import { permissionDenied, Refused } from '../errors.ts';
import { type Authenticator, CredentialRefused, type Identity, isStranger } from '../options.ts';
import { neededIndex, type Query } from '../query/query.ts';
import { hashOf } from '../tree/hash.ts';
import { exportJson, objectJson, plainJson } from '../tree/json.ts';
import { parsePath } from '../tree/keys.ts';
import { nodeAt, type TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';
import { readJson } from './body.ts';
import { respond, respondError, respondOptions, respondRefused } from './respond.ts';
import { EventStream } from './stream.ts';
import { parseFilter, parseRestPath, splitTarget } from './target.ts';

export interface RestContext {
  database: Database;
  sessions: Sessions;
  authenticate: Authenticator;
}

interface RestRequest {
  context: RestContext;
  req: IncomingMessage;
  res: ServerResponse;
  path: Path;
  params: URLSearchParams;
  identity: Identity;
}

/** The ETag of what is at a path; `null_etag` where nothing is (protocol §15). */
export const etagOf = (node: TreeNode | undefined): string =>
  node === undefined ? 'null_etag' : hashOf(node);

/** Answers one REST request (protocol §15). */
export function handleRest(context: RestContext, req: IncomingMessage, res: ServerResponse): void {
  const { database } = context;
  closeWhenIdle(req, res, database.limits.restIdleMs);
  serve(context, req, res).catch((error: unknown) => {
    if (error instanceof CredentialRefused) respondError(res, 401, error.message);
    else if (error instanceof Refused) {
      // What was not read of a body that is too big must not be taken for the next request.
      if (error.status === 'too_big') res.setHeader('Connection', 'close');
      respondRefused(res, error);
    } else if (!req.errored) {
      // A request that broke off needs no answer; anything else is a fault of ours.
      database.log.error({ err: error }, 'A REST request failed');
      respondError(res, 500, 'Internal server error');
    }
  });
}

/** Device connections idle out early, whatever the host server's own setting (design.md). */
function closeWhenIdle(req: IncomingMessage, res: ServerResponse, ms: number): void {
  res.on('finish', () => {
    if (!req.socket.destroyed) req.socket.setTimeout(ms);
  });
}

async function serve(
  context: RestContext,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { limits } = context.database;
  const target = splitTarget(req.url ?? '');
  if (target === undefined || (req.url ?? '').length > limits.urlBytes) {
    respondError(res, target === undefined ? 404 : 400, 'Not a database URL');
    return;
  }
  const params = new URLSearchParams(target.queryText);
  const method = methodOf(req, params);
  if (method === 'OPTIONS') {
    const headers = req.headers['access-control-request-headers'];
    respondOptions(res, headers);
    return;
  }
  const handle = methods.get(method);
  if (handle === undefined) {
    respondError(res, 405, 'Method not allowed', { Allow: [...methods.keys()].join(', ') });
    return;
  }
  const path = parseRestPath(target.pathText, limits);
  await context.sessions.admit(identify(context, req, params), (identity) =>
    handle({ context, req, res, path, params, identity }),
  );
}

/** POST may stand for another method, for clients behind proxies (protocol §15). */
function methodOf(req: IncomingMessage, params: URLSearchParams): string {
  const header = req.headers['x-http-method-override'];
  const override = typeof header === 'string' ? header : params.get('x-http-method-override');
  const method = req.method ?? 'GET';
  return method === 'POST' && override ? override.trim().toUpperCase() : method;
}

/** REST never reads cookies: a page elsewhere must not act with a person's session. */
async function identify(
  { authenticate, database }: RestContext,
  req: IncomingMessage,
  params: URLSearchParams,
): Promise<Identity> {
  const bearer = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const credential = params.get('auth') || params.get('access_token') || bearer;
  if (!credential) return { auth: null };
  const checked = authenticate.credential(credential, 'rest');
  const identity = await withTimeout(checked, database.limits.authMs);
  if (identity.expiresAt !== undefined && identity.expiresAt <= database.clock()) {
    throw new CredentialRefused('expired_token');
  }
  return identity;
}

type Method = (request: RestRequest) => void | Promise<void>;

const methods = new Map<string, Method>([
  ['GET', get],
  ['PUT', put],
  ['PATCH', patch],
  ['POST', post],
  ['DELETE', remove],
]);

function get(request: RestRequest): void {
  const { context, req, res, path, params, identity } = request;
  const { database, sessions } = context;
  const { query, ordered } = parseFilter(params, database.limits);
  const shallow = params.get('shallow') === 'true';
  if (shallow && ordered) {
    throw new Refused('invalid_data', 'shallow cannot be combined with filters');
  }
  if (query !== undefined) checkIndex(database, path, query);
  if (req.headers.accept?.includes('text/event-stream')) {
    if (sessions.full) respondError(res, 503, 'Too many connections');
    else new EventStream(context, req, res, identity, { path, query });
    return;
  }
  database.read(() => {
    if (!database.mayRead(identity, path, query)) {
      return () => respondRefused(res, permissionDenied());
    }
    const node = database.select(path, query);
    const etag = etagOf(node);
    const unchanged = req.headers['if-none-match'] === etag;
    const headers = wantsEtag(req) || unchanged ? { ETag: etag } : {};
    if (unchanged) return () => respond(res, 304, '', headers);
    const body = shallow ? shallowJson(node) : selectedJson(node, ordered, params);
    return () => answer(request, 200, body, headers);
  });
}

function checkIndex(database: Database, path: Path, query: Query): void {
  if (database.isIndexed(path, query)) return;
  const index = JSON.stringify(neededIndex(query));
  throw new Refused(
    'invalid_data',
    `Index not defined, add ".indexOn": ${index}, for path "/${path.join('/')}", to the rules`,
  );
}

function selectedJson(
  node: TreeNode | undefined,
  ordered: boolean,
  params: URLSearchParams,
): string {
  if (params.get('format') === 'export') return exportJson(node);
  if (!ordered) return plainJson(node);
  return node === undefined ? '{}' : objectJson(node);
}

function shallowJson(node: TreeNode | undefined): string {
  if (!node?.children) return plainJson(node);
  const members = [...node.children].map(
    ([key, child]) =>
      `${JSON.stringify(key)}:${child.children === null ? JSON.stringify(child.value) : 'true'}`,
  );
  return `{${members.join(',')}}`;
}

const wantsEtag = (req: IncomingMessage): boolean => req.headers['x-firebase-etag'] === 'true';

/** Sends a body in the form that `print` asks for (protocol §15). */
function answer(
  { res, params }: RestRequest,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  const print = params.get('print');
  if (print === 'silent') respond(res, 204, '', headers);
  else if (print === 'pretty') {
    respond(res, status, `${JSON.stringify(JSON.parse(body), null, 2)}\n`, headers);
  } else respond(res, status, body, headers);
}

function readBody({ context, req, identity }: RestRequest): Promise<unknown> {
  const { bodyBytes, strangerBytes } = context.database.limits;
  return readJson(req, isStranger(identity) ? Math.min(bodyBytes, strangerBytes) : bodyBytes);
}

async function put(request: RestRequest): Promise<void> {
  const value = await readBody(request);
  write(request, request.path, { set: value }, (node) => plainJson(node));
}

function remove(request: RestRequest): void {
  request.req.resume();
  write(request, request.path, { set: null }, () => 'null');
}

async function patch(request: RestRequest): Promise<void> {
  const value = await readBody(request);
  if (request.req.headers['if-match'] !== undefined) {
    throw new Refused('invalid_data', 'if-match is not supported for PATCH');
  }
  write(request, request.path, { update: value }, (node) => {
    const members = Object.keys(value as object).map((key) => {
      const written = nodeAt(node, parsePath(key, request.context.database.limits));
      return `${JSON.stringify(key)}:${plainJson(written)}`;
    });
    return `{${members.join(',')}}`;
  });
}

async function post(request: RestRequest): Promise<void> {
  const { database } = request.context;
  const value = await readBody(request);
  if (request.req.headers['if-match'] !== undefined) {
    throw new Refused('invalid_data', 'if-match is not supported for POST');
  }
  const name = database.pushId(database.clock());
  write(request, [...request.path, name], { set: value }, () => JSON.stringify({ name }));
}

function write(
  request: RestRequest,
  path: Path,
  data: { set: unknown } | { update: unknown },
  body: (node: TreeNode | undefined) => string,
): void {
  const { context, req, res, identity } = request;
  const { database } = context;
  const caller: Caller = { identity };
  const expected = req.headers['if-match'];
  const readable = (): boolean => database.mayRead(identity, path);
  const respondTo = (outcome: WriteOutcome): Release => {
    if (outcome.kind === 'refused') return () => respondRefused(res, outcome.reason);
    const etag = etagOf(outcome.node);
    if (outcome.kind === 'stale') {
      const current = plainJson(outcome.node);
      return () => respond(res, 412, current, { ETag: etag });
    }
    const text = body(outcome.node);
    // An ETag tells of the data: those who may not read get none, save for what is absent.
    const tell = wantsEtag(req) && (outcome.node === undefined || readable());
    return () => answer(request, 200, text, tell ? { ETag: etag } : {});
  };
  if (expected === undefined) {
    database.write({ caller, path, data, respond: respondTo });
    return;
  }
  database.write({
    caller,
    path,
    data,
    condition: (node) => {
      // Whoever may not read must not find out by guessing.
      if (!readable()) throw permissionDenied();
      return etagOf(node) === expected;
    },
    respond: respondTo,
  });
}

import type { PlainData } from '../core/changes.ts';
import type { Release } from '../core/queue.ts';
import type { WriteOutcome } from '../core/write.ts';
import { permissionDenied, Refused } from '../errors.ts';
import { isStranger } from '../options.ts';
import { isRecord } from '../record.ts';
import { plainJson } from '../tree/json.ts';
import { parseWritePath } from '../tree/keys.ts';
import { type TreeNode, valueAt } from '../tree/node.ts';
import { keysInOrder } from '../tree/order.ts';
import type { Path } from '../tree/types.ts';
import { readJson, refuseBody } from './body.ts';
import { answer, answerInTurn, etagOf, type RestRequest, wantsEtag } from './request.ts';
import { respond, respondRefused, withoutPatience } from './respond.ts';

/** Handles a PUT request, which replaces the value at its path (protocol §15). */
export async function put(request: RestRequest): Promise<void> {
  const value = await readBody(request);
  await write(request, request.path, { set: value }, plainJson);
}

/** Handles a DELETE request, which deletes the value at its path (protocol §15). */
export async function remove(request: RestRequest): Promise<void> {
  request.req.resume();
  await write(request, request.path, { set: null }, () => 'null');
}

/** Handles a PATCH request, which sets the values at several paths (protocol §15). */
export async function patch(request: RestRequest): Promise<void> {
  refuseCondition(request);
  const value = await readBody(request);
  if (!isRecord(value)) {
    throw new Refused(
      'invalid_data',
      "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?",
    );
  }
  const { limits } = request.context.database;
  await write(request, request.path, { update: value }, (node) => {
    const members = keysInOrder(Object.keys(value)).map((key) => {
      const written = valueAt(node, parseWritePath(key, limits));
      return `${JSON.stringify(key)}:${plainJson(written)}`;
    });
    return `{${members.join(',')}}`;
  });
}

/** Handles a POST request, which adds a child with a new push ID (protocol §15). */
export async function post(request: RestRequest): Promise<void> {
  refuseCondition(request);
  const { database } = request.context;
  const value = await readBody(request);
  const name = database.pushId(database.clock());
  await write(request, [...request.path, name], { set: value }, () => JSON.stringify({ name }));
}

/**
 * Rejects a PATCH or POST request with `if-match`, because only PUT and DELETE support that header
 * (protocol §15).
 */
function refuseCondition({ req }: RestRequest): void {
  if (req.headers['if-match'] === undefined) return;
  throw new Refused('invalid_data', 'if-match works only with PUT and DELETE');
}

async function readBody({ context, req, res, identity }: RestRequest): Promise<unknown> {
  const { bodyBytes, strangerBytes } = context.database.limits;
  const most = isStranger(identity) ? Math.min(bodyBytes, strangerBytes) : bodyBytes;
  const leave = isStranger(identity) ? context.sessions.enterStranger(req) : undefined;
  try {
    return await readJson(req, most);
  } catch (error) {
    // Until the body has arrived, an unauthenticated client still counts toward its limit.
    if (error instanceof Refused && error.status === 'too_big') {
      await refuseBody(req, res, error, context.database.limits);
    }
    throw error;
  } finally {
    leave?.();
  }
}

function write(
  request: RestRequest,
  path: Path,
  data: PlainData,
  body: (node: TreeNode | undefined) => string,
): Promise<void> {
  const { context, req, res, identity } = request;
  const { database } = context;
  const expected = req.headers['if-match'];
  const readable = (): boolean => database.mayRead(identity, path);
  const respondTo = (outcome: WriteOutcome): Release => {
    if (outcome.kind === 'refused') return () => respondRefused(res, outcome.reason);
    const { kind, node } = outcome;
    if (kind === 'stale') {
      const [current, etag] = [plainJson(node), etagOf(node)];
      return () => respond(res, 412, current, { ETag: etag });
    }
    const text = body(node);
    // An ETag reveals data, so clients that may not read get it only for missing data.
    const sendsEtag = wantsEtag(req) && (node === undefined || readable());
    const headers = sendsEtag ? { ETag: etagOf(node) } : {};
    return () => answer(request, text, headers);
  };
  // The body may have taken a while to arrive, so answerInTurn checks the identity again.
  return answerInTurn(request, () =>
    database.write({
      caller: { identity, remoteAddress: context.sessions.addressOf(req) },
      path,
      data,
      ...(expected !== undefined && {
        condition: (node) => {
          // A client that may not read must not find out the value by guessing.
          if (!readable()) throw permissionDenied();
          return etagOf(node) === expected;
        },
      }),
      respond: respondTo,
      waiting: withoutPatience(res),
    }),
  );
}

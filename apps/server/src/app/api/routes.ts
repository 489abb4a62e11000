import { isDeepStrictEqual } from 'node:util';
import {
  api,
  type Call,
  type Endpoint,
  isOperator,
  PASSWORD_NEEDED,
  ROWS_HEADER,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Origin, Services } from '../../features/calls/context.ts';
import type { Edge } from '../../features/calls/handlers.ts';
import { readCookie } from '../../features/identity/sessions/cookie.ts';
import type { AuthenticatedSession } from '../../features/identity/sessions/sessions.ts';
import { bearerOf, sessionOf } from '../../features/identity/tokens/tokens.ts';
import { AppError, forbidden, malformed, pageNotFound } from '../../platform/errors.ts';
import { acceptBytesOnly } from '../../platform/http/body.ts';
import { sendText } from '../../platform/http/send/compress.ts';
import { FileParts } from '../../platform/http/send/fileParts.ts';
import { sendParts } from '../../platform/http/send/sendParts.ts';
import { Slots } from '../../platform/limits/slots.ts';
import type { Turn } from '../../platform/limits/turns.ts';
import { nextTurn } from '../../platform/nextTurn.ts';
import { requireAccess } from './access.ts';
import { edgeOf } from './edge.ts';
import { toJson } from './json.ts';
import type { RouteParts } from './routeParts.ts';
import { requireSameOrigin } from './sameOrigin.ts';

/**
 * The maximum number of files that a user can download at the same time. More downloads would use
 * up the request budget, which also covers the user's other requests.
 */
const DOWNLOADS_AT_ONCE = 3;
const DOWNLOAD_RETRY_SECONDS = 10;

/**
 * A request handler for any API call, so its input is not typed. The contract's schemas have
 * already validated the input.
 */
type AnyHandler = (input: {
  ctx: unknown;
  params: unknown;
  query: unknown;
  body: unknown;
  edge: Edge;
}) => Promise<unknown>;

/**
 * Registers every call of the API contract. Each route checks access and input, runs the call's
 * code, and responds.
 */
export function registerRoutes(app: FastifyInstance, parts: RouteParts): void {
  const downloads = new Slots(DOWNLOADS_AT_ONCE);
  for (const call of Object.keys(api) as Call[]) {
    const endpoint: Endpoint = api[call];
    // TypeScript does not see that the handler is the one for this call.
    const handler = parts.handlers[call] as unknown as AnyHandler;
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.maxBodyBytes === null ? {} : { bodyLimit: endpoint.maxBodyBytes }),
      config: { isCall: true },
      // This runs before the body is read, so that large bodies from unauthenticated clients are
      // never parsed.
      onRequest: async (request, reply) => {
        try {
          await takeTurn(request, reply, endpoint, parts);
          requireAccess(endpoint, request.signedIn);
        } catch (error) {
          if (isUnauthenticated(error) && !isPlainQuestion(request, endpoint))
            parts.strangers.note(request.ip);
          noteForbidden(request, endpoint, parts, error);
          throw error;
        }
      },
      handler: (request, reply) => request.turn!.run(() => answerCall(request, reply)),
    };
    if (endpoint.rawBody === null) app.route(route);
    else
      app.register(async (scope) => {
        acceptBytesOnly(scope, Object.keys(endpoint.rawBody ?? {}));
        scope.route(route);
      });

    async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const params = parseParams(endpoint.params, request.params);
      const query = parseInput(endpoint.query, request.query);
      const body = parseBody(endpoint.body, request.body);
      const ctx = contextOf(parts.services, request);
      const edge = edgeOf(request, reply, parts);
      if (endpoint.media === 'text/csv') takeDownload(request, reply, downloads);
      const answer = await handler({ ctx, params, query, body, edge }).catch((error: unknown) => {
        if (endpoint.rawBody !== null && isUnauthenticated(error)) parts.strangers.note(request.ip);
        noteForbidden(request, endpoint, parts, error);
        throw error;
      });
      reply.header('cache-control', 'no-store').status(endpoint.status);
      if (endpoint.status === 204) return reply.send();
      if (endpoint.fileName !== null) {
        reply
          .header('content-disposition', `attachment; filename="${endpoint.fileName}"`)
          .type(`${endpoint.media}; charset=utf-8`);
        if (!(answer instanceof FileParts)) return reply.send(endpoint.response.parse(answer));
        if (answer.rows !== null) reply.header(ROWS_HEADER, answer.rows);
        return sendParts(request, reply, answer, (work) =>
          nextStep(request, endpoint, parts, work),
        );
      }
      // Parsing the output removes fields that are not in the contract. For 10,000 flags this takes
      // about 50 ms.
      const text = toJson(endpoint.response.parse(answer));
      return sendText(request, reply.type('application/json; charset=utf-8'), text);
    }
  }
}

/**
 * Counts a download against the user's limit until the response ends.
 * @throws AppError `rate-limited` if the user has too many downloads in progress
 */
function takeDownload({ signedIn }: FastifyRequest, { raw }: FastifyReply, downloads: Slots): void {
  if (signedIn === null || raw.closed) return;
  const release = downloads.take(signedIn.actor.id);
  if (release === null)
    throw new AppError('rate-limited', msg`Too many exports at once. Wait for one to finish.`, {
      retryAfter: DOWNLOAD_RETRY_SECONDS,
    });
  raw.once('close', release);
}

/**
 * Waits until the caller's request budget allows more work, checks that the caller still has the
 * same permissions, and then creates the next part of a download.
 * @throws AppError `unauthenticated`, `forbidden`
 */
async function nextStep<T>(
  request: FastifyRequest,
  endpoint: Endpoint,
  parts: RouteParts,
  work: () => Promise<T>,
): Promise<T> {
  const { id, role } = request.signedIn!.actor;
  const turn = await parts.turns.ofCaller({ id, isOperator: isOperator(role) });
  return turn.run(async () => {
    // Other requests are answered between two steps.
    await nextTurn();
    const signedIn = await whoCalls(request, endpoint, parts);
    requireAccess(endpoint, signedIn);
    if (!isDeepStrictEqual(signedIn?.actor, request.signedIn!.actor)) throw forbidden();
    return work();
  });
}

/** Identifies the caller, and waits until the caller's request budget allows the request. */
async function takeTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  parts: RouteParts,
): Promise<void> {
  const { turns, sessions } = parts;
  const credential =
    bearerOf(request.headers.authorization) ??
    readCookie(request.headers.cookie, sessions.cookieName);
  const hold = (turn: Turn): void => {
    request.turn = turn;
    // The client may have disconnected while the request was waiting.
    if (reply.raw.closed) turn.leave();
  };
  // This runs at the end of every request, even if the handler was never called.
  reply.raw.once('close', () => request.turn?.leave());
  hold(await turns.ofRequest(credential, request.ip));
  request.signedIn = await whoCalls(request, endpoint, parts);
  if (credential === null) return;
  if (request.signedIn) {
    const { id, role } = request.signedIn.actor;
    hold(await turns.become(request.turn!, credential, { id, isOperator: isOperator(role) }));
  } else turns.forget(credential);
}

/**
 * Identifies the caller of an API call. If the authorization header contains a token, the cookie
 * and the request's origin are ignored, because pages of other origins cannot set that header.
 * @throws AppError `unauthenticated` for an invalid token, `forbidden` for a forged request
 */
async function whoCalls(
  request: FastifyRequest,
  { access }: Endpoint,
  { sessions, tokens, publicOrigin }: RouteParts,
): Promise<AuthenticatedSession | null> {
  const token = access === 'public' ? null : bearerOf(request.headers.authorization);
  if (token === null) {
    requireSameOrigin(request, publicOrigin);
    return sessions.fromCookie(request.headers.cookie);
  }
  const holder = await tokens.find(token);
  if (!holder)
    throw new AppError(
      'unauthenticated',
      msg`This token is invalid, expired or revoked. Create a new one.`,
    );
  return sessionOf(holder);
}

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unauthenticated';

/** Counts the forbidden requests of signed-in callers, for the activity log. */
function noteForbidden(
  { signedIn, ip }: FastifyRequest,
  endpoint: Endpoint,
  { services }: RouteParts,
  error: unknown,
): void {
  if (!(error instanceof AppError) || error.code !== 'forbidden' || !signedIn) return;
  // A request to confirm the password is not a refusal yet.
  if (error.message === PASSWORD_NEEDED) return;
  services.refusals?.note(
    { by: signedIn.actor.id, ...originOf(signedIn, ip) },
    {
      kind: 'call.refused',
      pole: null,
      detail: { about: endpoint.summary, cause: 'not allowed' },
    },
  );
}

/**
 * Whether the request only asks if the user is signed in. Every browser sends it before it shows
 * the sign-in page.
 */
const isPlainQuestion = ({ headers }: FastifyRequest, { method, access }: Endpoint): boolean =>
  method === 'GET' && access === 'anySession' && !headers.cookie && !headers.authorization;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the request is an API call. API calls wait in a queue per user, all other requests in
     * a queue per IP address.
     */
    isCall?: boolean;
  }
  interface FastifyRequest {
    /** The session of the request, set when an API call begins. Null if there is none. */
    signedIn: AuthenticatedSession | null;
    /**
     * The request's place in the queue of requests from the same sender, set when an API call
     * begins. Null if there is none.
     */
    turn: Turn | null;
  }
}

function contextOf(services: Services, { log, signedIn, ip }: FastifyRequest) {
  return {
    ...services,
    log,
    actor: signedIn?.actor ?? null,
    session: signedIn?.session ?? null,
    origin: originOf(signedIn, ip),
  };
}

const originOf = (signedIn: AuthenticatedSession | null, address: string): Origin => ({
  channel: signedIn?.session.tokenScope ? 'api' : 'console',
  address,
});

/**
 * Parses path parameters. A malformed ID is treated as `not-found`, like an ID that does not exist.
 */
function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw pageNotFound();
  return parsed.data;
}

/** Parses the request body. Ignores the body if this API call does not take one. */
function parseBody(schema: z.ZodType, body: unknown): unknown {
  return schema.type === 'undefined' ? undefined : parseInput(schema, body);
}

/**
 * Parses input with a schema.
 * @throws AppError `invalid` with the message for the first invalid field
 */
function parseInput(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw issue?.path.length ? new AppError('invalid', messageOf(issue.message)) : malformed();
}

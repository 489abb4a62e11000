import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refused } from '../errors.ts';
import { CredentialRefused, type RefusedRequest } from '../options.ts';
import type { Path } from '../tree/types.ts';
import { refuseBody } from './body.ts';
import { identify } from './identify.ts';
import { closeWhenIdle } from './idle.ts';
import { parseParams, parsePresentation } from './params.ts';
import { get } from './read.ts';
import type { Handler, RestContext } from './request.ts';
import {
  onRefusal,
  respondError,
  respondNotAllowed,
  respondOptions,
  respondRefused,
} from './respond.ts';
import { handleRules, isRulesPath, isServicePath, respondNoService } from './rules.ts';
import { parseRestPath, splitTarget } from './target.ts';
import { patch, post, put, remove } from './write.ts';

/** Handles one REST request (protocol §15). */
export function handleRest(context: RestContext, req: IncomingMessage, res: ServerResponse): void {
  const { database } = context;
  closeWhenIdle(req, res, database.limits);
  const asked: Asked = { identity: null, path: [], asked: 'read' };
  // Read the IP address now, while the socket still has it.
  const remoteAddress = context.sessions.addressOf(req);
  const report = (error: CredentialRefused | Refused): void =>
    context.onRefused({ ...asked, transport: 'rest', remoteAddress, error });
  onRefusal(res, report);
  serve(context, req, res, asked).catch((error: unknown) => {
    if (error instanceof CredentialRefused) {
      report(error);
      respondError(res, 401, error.message);
    } else if (error instanceof Refused) {
      if (error.status === 'too_big' && !req.complete && !res.headersSent) {
        report(error);
        void refuseBody(req, res, error, database.limits);
      } else respondRefused(res, error);
    } else if (!req.errored) {
      // An aborted request needs no response. Any other error is a bug in the server.
      database.log.error({ err: error }, 'A REST request failed');
      respondError(res, 500, 'Internal server error');
    }
  });
}

/**
 * What is known so far about a request that may be rejected: the sender, the path, and what the
 * client asked for.
 */
type Asked = Pick<RefusedRequest, 'identity' | 'asked'> & { path: Path };

const methods = new Map<string, Handler>([
  ['GET', get],
  ['HEAD', get],
  ['PUT', put],
  ['PATCH', patch],
  ['POST', post],
  ['DELETE', remove],
]);

async function serve(
  context: RestContext,
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
): Promise<void> {
  const { limits } = context.database;
  const url = req.url ?? '';
  const target = splitTarget(url);
  const pathText = url.split('?', 1)[0]!;
  if (isServicePath(pathText) && !isRulesPath(pathText)) {
    respondNoService(res);
    return;
  }
  if (target === undefined) {
    respondError(res, 404, 'append .json to your request URI to use the REST API');
    return;
  }
  if (url.length > limits.urlBytes) throw new Refused('invalid_data', 'The URL is too long');
  if (req.method === 'OPTIONS') {
    respondOptions(res, req.headers['access-control-request-headers']);
    return;
  }
  const params = parseParams(target.queryText);
  if (isRulesPath(pathText)) {
    await handleRules(context, req, res, params);
    return;
  }
  const method = methodOf(req, params);
  const handle = methods.get(method);
  if (handle === undefined) {
    const Allow = [...methods.keys(), 'OPTIONS'].join(', ');
    respondNotAllowed(res, Allow);
    return;
  }
  const path = parseRestPath(target.pathText, limits, method !== 'PATCH' && method !== 'POST');
  const presentation = parsePresentation(params);
  asked.path = path;
  asked.asked = handle === get ? 'read' : 'write';
  await context.sessions.admit(identify(context, req, params), (identity, askAgain) => {
    asked.identity = identity;
    return handle({ context, req, res, path, params, presentation, identity, askAgain });
  });
}

/**
 * Returns the request's HTTP method. Behind a proxy that allows only GET and POST, a client may
 * send a POST that specifies a different method (protocol §15).
 */
function methodOf(req: IncomingMessage, params: URLSearchParams): string {
  const header = req.headers['x-http-method-override'];
  const override = typeof header === 'string' ? header : params.get('x-http-method-override');
  const method = req.method ?? 'GET';
  return method === 'POST' && override ? override.trim().toUpperCase() : method;
}

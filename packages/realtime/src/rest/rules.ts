import type { IncomingMessage, ServerResponse } from 'node:http';
import { permissionDenied, Refused } from '../errors.ts';
import { parseRules, RulesError, strictJson } from '../rules/index.ts';
import { MAX_RULES_LENGTH } from '../rules/limits.ts';
import type { Rules } from '../rules/types.ts';
import { readText } from './body.ts';
import { identify } from './identify.ts';
import { parseFlag } from './params.ts';
import type { RestContext } from './request.ts';
import { respond, respondError, respondNotAllowed, respondRefused } from './respond.ts';

/**
 * Whether a URL is one of Firebase's administrator pages: settings, the profiler, or the emulator's
 * report on rules. This server has only one of them, {@link RULES_PATH}.
 * @param pathText the path without the query
 */
export const isServicePath = (pathText: string): boolean =>
  /^\/+\.(?:settings|inspect)(?:\/|\.json$|$)/.test(pathText);

/**
 * Responds with 404 to a request for a Firebase administrator page ({@link isServicePath}) that
 * this server does not have.
 */
export function respondNoService(res: ServerResponse): void {
  const message = `This server has no such page; of /.settings and /.inspect it has ${RULES_PATH}.json only`;
  respondError(res, 404, message);
}

/** The path where administrators read and replace the rules, without `.json` (protocol §12). */
export const RULES_PATH = '/.settings/rules';

/**
 * Whether a URL refers to the rules ({@link RULES_PATH}).
 * @param pathText the path without the query
 */
export const isRulesPath = (pathText: string): boolean =>
  pathText.replace(/\/+/g, '/') === `${RULES_PATH}.json`;

/**
 * Handles `getRules`, `getRulesJSON` and `setRules` of firebase-admin (protocol §12).
 * `dryRun=true`, which `firebase deploy` sends first, only checks the rules (firebase-tools,
 * src/rtdb.ts).
 */
export async function handleRules(
  context: RestContext,
  req: IncomingMessage,
  res: ServerResponse,
  params: URLSearchParams,
): Promise<void> {
  const dryRun = parseFlag(params, 'dryRun');
  await context.sessions.admit(identify(context, req, params), async (identity, askAgain) => {
    if (!identity.admin) throw permissionDenied();
    if (req.method === 'GET') {
      const { source } = context.database.rules;
      respond(res, 200, params.get('format') === 'strict' ? strictJson(source) : source);
    } else if (req.method !== 'PUT') {
      respondNotAllowed(res, 'GET, PUT');
    } else if (!dryRun && !context.rules.replaceable) {
      respondError(res, 403, 'The rules of this server cannot be replaced over the wire');
    } else {
      // A UTF-16 unit takes at most three bytes in UTF-8.
      const rules = readRules(await readText(req, 3 * MAX_RULES_LENGTH));
      askAgain();
      if (dryRun) {
        respond(res, 200, '{"status":"ok"}');
        return;
      }
      context.rules.replace(rules, (refused) => {
        if (refused) respondRefused(res, refused);
        else respond(res, 200, '{"status":"ok"}');
      });
    }
  });
}

/**
 * Parses rules. If this throws, the current rules stay in effect.
 * @throws Refused with a message that lists each mistake with its line and column
 */
function readRules(text: string): Rules {
  try {
    return parseRules(text);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new Refused('invalid_data', error.message);
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { permissionDenied, Refused } from '../errors.ts';
import { parseRules, RulesError, strictJson } from '../rules/index.ts';
import { MAX_RULES_LENGTH } from '../rules/limits.ts';
import type { Rules } from '../rules/types.ts';
import { readText } from './body.ts';
import { identify } from './identify.ts';
import type { RestContext } from './request.ts';
import { respond, respondError, respondRefused } from './respond.ts';

/** Where administrators read and replace the rules, without `.json` (protocol §12). */
export const RULES_PATH = '/.settings/rules';

/** `getRules`, `getRulesJSON` and `setRules` of firebase-admin (protocol §12). */
export async function handleRules(
  context: RestContext,
  req: IncomingMessage,
  res: ServerResponse,
  params: URLSearchParams,
): Promise<void> {
  await context.sessions.admit(identify(context, req, params), async (identity, askAgain) => {
    if (!identity.admin) throw permissionDenied();
    if (req.method === 'GET') {
      const { source } = context.database.rules;
      respond(res, 200, params.get('format') === 'strict' ? strictJson(source) : source);
    } else if (req.method !== 'PUT') {
      respondError(res, 405, 'Method not allowed', { Allow: 'GET, PUT' });
    } else if (!context.rules.replaceable) {
      respondError(res, 403, 'The rules of this server cannot be replaced over the wire');
    } else {
      // A UTF-16 unit has three bytes of UTF-8 at most.
      const rules = readRules(await readText(req, 3 * MAX_RULES_LENGTH));
      askAgain();
      context.rules.replace(rules, (refused) => {
        if (refused) respondRefused(res, refused);
        else respond(res, 200, '{"status":"ok"}');
      });
    }
  });
}

/** @throws Refused that names each mistake with its line and column; the rules in force stay. */
function readRules(text: string): Rules {
  try {
    return parseRules(text);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new Refused('invalid_data', error.message);
  }
}

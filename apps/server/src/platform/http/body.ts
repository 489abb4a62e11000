import { msg } from '@halyard/messages';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * The maximum size of a request body in bytes. Even the largest form in the console sends only a
 * few kilobytes.
 */
export const MAX_BODY_BYTES = 64 * 1024;
/** The maximum nesting depth of a request body. The deepest valid body has three levels. */
const MAX_DEPTH = 16;

/**
 * Makes the API accept only JSON bodies. Rejects `__proto__`, `constructor.prototype` and deep
 * nesting.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (request, text, done) => {
      // Some clients send the JSON content type without a body.
      if (text === '') return done(null, undefined);
      if (isTooDeep(text))
        return done(new AppError('invalid', msg`The request body is nested too deeply.`));
      return parse(request, text, done);
    },
  );
}

/** Makes routes accept only request bodies of the given media types. The bodies are not parsed. */
export function acceptBytesOnly(app: FastifyInstance, media: readonly string[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>([...media], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}

/**
 * Whether JSON is nested too deeply. Counts brackets outside of strings, which is faster than
 * parsing and safe even for deep nesting.
 */
export function isTooDeep(text: string, levels = MAX_DEPTH): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      if (++depth > levels) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}

import type { Socket } from 'node:net';
import { ERROR_HEADER, type ErrorHeader } from '@halyard/domain';
import { type Message, msg } from '@halyard/messages';
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { AppError, malformed } from '../errors.ts';
import { toAppError } from './toAppError.ts';

/** Converts every error to a response with a short plain-text message, and never a stack trace. */
export function answerErrorsAsText(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    answer(request, reply, fromFastify(error)),
  );
}

/**
 * Like `answerErrorsAsText`, but for requests that the router rejects, such as those with invalid
 * escapes or parameters that are too long.
 */
export function answerRouterError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void answer(request, reply.header('x-content-type-options', 'nosniff'), fromFastify(error));
}

/**
 * Converts Fastify's own errors about a request (bad JSON, wrong type, too large) to our error
 * messages.
 */
function fromFastify(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  switch (error.statusCode) {
    case 400:
      return malformed(error);
    case 413:
      return new AppError('too-large', msg`The request is too large.`, { cause: error });
    case 414:
      return new AppError('invalid', msg`The URL is too long.`, { cause: error });
    case 415:
      return new AppError('unsupported-type', msg`Send the body as application/json.`, {
        cause: error,
      });
    default:
      return toAppError(error);
  }
}

/**
 * Responds to requests for which Fastify has no request object: invalid HTTP, slow requests, and
 * headers that are too large.
 * @param headers the headers of every response
 */
export function answerClientError(headers: Readonly<Record<string, string>>) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const status = STATUS_LINES[error.code] ?? '400 Bad Request';
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.once('finish', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${status}\r\n${lines.join('')}connection: close\r\ncontent-length: 0\r\n\r\n`,
    );
  };
}

const STATUS_LINES: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * The maximum length in characters of the response header that describes an error. A longer header
 * is replaced with one that contains only the error code.
 */
const MAX_HEADER = 2_000;

/**
 * Returns an error as ASCII JSON for a response header. Programs can use it to identify the error,
 * and the console can show the error in a different language. The body contains the English
 * message.
 */
export function errorHeader({ code, text: { id, values = {} } }: AppError): string {
  const json = JSON.stringify({ code, text: id, values: lean(values) } satisfies ErrorHeader);
  const header = json.length > MAX_HEADER ? JSON.stringify({ code }) : json;
  return header.replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns the placeholder values of an error message for the response header. Nested messages keep
 * only their IDs and values, because the header does not need their English text.
 */
const lean = (values: NonNullable<Message['values']>): NonNullable<ErrorHeader['values']> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? { id: value.id, values: lean(value.values ?? {}) } : value,
    ]),
  );

function answer(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  // Many refused requests must not cause just as many log lines.
  if (error.status >= 500 && error.code !== 'busy')
    request.log.error({ err: error.cause ?? error }, error.message);
  // Refusing takes time too. A client that tries again immediately must reconnect, and connections
  // are limited per address.
  if (error.code === 'busy') reply.header('connection', 'close');
  reply.removeHeader('cache-control');
  if (!error.isFault) reply.header(ERROR_HEADER, errorHeader(error));
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(error.isFault ? faultText(error, request.id) : error.message);
}

/**
 * Returns a message for users that says only that something went wrong. It contains the request's
 * ID, which is also in the log.
 */
function faultText(error: AppError, requestId: string): string {
  const text =
    error.code === 'unavailable'
      ? 'The service is not available at the moment.'
      : 'Something went wrong.';
  return `${text} (request ${requestId})`;
}

import type { ServerResponse } from 'node:http';
import type { Waiting } from '../core/queue.ts';
import { type Refused, unavailable } from '../errors.ts';
import { RETRY_AFTER_S } from '../wire/status.ts';

/**
 * Headers that allow pages on any site to make requests. This is safe, because REST never reads
 * cookies (protocol §15).
 */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  'Cache-Control': 'no-cache',
};

const STATUS: Record<string, number> = {
  permission_denied: 401,
  too_many: 429,
  unavailable: 503,
};

/**
 * Sends a response with a complete body. It always has a `Content-Length` and is never chunked or
 * compressed. Header names have the capitalization that the old Arduino library expects (protocol
 * §17).
 */
export function respond(
  res: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent || res.destroyed) return;
  if (status === 204 || status === 304) {
    res.writeHead(status, { ...CORS, ...headers });
    res.end();
    return;
  }
  res.end(begin(res, status, body, headers));
}

/**
 * Writes the status line and headers of a response. Does not write the body.
 * @returns the body as bytes, to be written by the caller
 */
function begin(
  res: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): Buffer {
  const bytes = Buffer.from(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes.length),
    ...CORS,
    ...headers,
  });
  return bytes;
}

/** Sends a rejection with its body. The caller must end the response. */
export function sendRefusal(res: ServerResponse, reason: Refused): void {
  if (res.headersSent || res.destroyed) return;
  res.write(begin(res, STATUS[reason.status] ?? 400, errorBody(reason.message), {}));
}

/** Sends an error with exactly the body that the Arduino libraries search for (protocol §15). */
export function respondError(
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  respond(res, status, errorBody(message), headers);
}

const errorBody = (message: string): string => `{\n  "error" : ${JSON.stringify(message)}\n}\n`;
/**
 * The property of a response that contains the function to call if the server rejects the request.
 * A `WeakMap` instead would keep all requests in memory until the next full garbage collection,
 * because the function refers to the response.
 */
const REPORT = Symbol('report');
type Reporting = ServerResponse & { [REPORT]?: (reason: Refused) => void };

export const respondNotAllowed = (res: ServerResponse, Allow: string): void =>
  respondError(res, 405, 'Method not allowed', { Allow });

/** Calls `report` if the server rejects the request that this response belongs to. */
export function onRefusal(res: Reporting, report: (reason: Refused) => void): void {
  res[REPORT] = report;
}

export function respondRefused(res: Reporting, reason: Refused): void {
  res[REPORT]?.(reason);
  const headers = reason.status === 'too_many' ? { 'Retry-After': RETRY_AFTER_S } : {};
  respondError(res, STATUS[reason.status] ?? 400, reason.message, headers);
}

/**
 * Returns callbacks that reject a REST request with 503 if the store does not respond. REST
 * requests do not wait for the store.
 */
export function withoutPatience(res: ServerResponse): Waiting {
  const refuse = () => {
    if (!res.headersSent) respondRefused(res, unavailable());
  };
  return { late: refuse, lost: refuse };
}

export function respondOptions(res: ServerResponse, requested: string | undefined): void {
  respond(res, 200, '', {
    'Access-Control-Allow-Methods': 'GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': requested ?? 'Content-Type, X-Firebase-ETag, If-Match',
    'Access-Control-Max-Age': '3600',
  });
}

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  ...CORS,
  // Tells nginx not to buffer events.
  'X-Accel-Buffering': 'no',
};

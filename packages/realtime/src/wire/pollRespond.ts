import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export function respondScript(res: ServerResponse, script: string): void {
  respond(res, 200, script, { 'Content-Type': 'application/javascript; charset=utf-8' });
}

/**
 * Sends an HTTP error in response to a poll, which ends the client's connection and makes it
 * reconnect (protocol §13).
 */
export function respondStatus(
  res: ServerResponse,
  status: number,
  text = '',
  headers: Record<string, string> = {},
): void {
  respond(res, status, text, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
}

/**
 * A script in the polling frame. When the frame's page is closed, the script notifies the server.
 * The frame's own URL identifies the session.
 */
const LEAVE =
  'addEventListener("pagehide",function(){' +
  'navigator.sendBeacon(location.href.replace("dframe=t","disconn=t"))});';
const LEAVE_HASH = createHash('sha256').update(LEAVE).digest('base64');

/** Sends the frame that a client keeps open alongside its polls (protocol §13: `dframe`). */
export function respondFrame(res: ServerResponse): void {
  respond(res, 200, `<!doctype html><title>.lp</title><script>${LEAVE}</script>`, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${LEAVE_HASH}'; connect-src 'self'`,
    'Referrer-Policy': 'no-referrer',
  });
}

function respond(
  res: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  if (res.headersSent || res.destroyed) return;
  const bytes = Buffer.from(body);
  res.writeHead(status, { ...HEADERS, ...headers, 'Content-Length': String(bytes.length) });
  res.end(bytes);
}

import type { IncomingMessage } from 'node:http';

const HOST = /^[\w.:[\]-]{1,255}$/;

/**
 * Returns the host name that the client connected to. The hello message contains it, and the client
 * reconnects to that host (protocol §3).
 */
export function dialledHost(req: IncomingMessage): string {
  const forwarded = req.headers['x-forwarded-host'];
  const host = typeof forwarded === 'string' ? forwarded.split(',')[0]!.trim() : undefined;
  for (const candidate of [host, req.headers.host]) {
    if (candidate !== undefined && HOST.test(candidate)) return candidate;
  }
  return 'localhost';
}

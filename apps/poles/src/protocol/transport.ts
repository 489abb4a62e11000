import http from 'node:http';
import https from 'node:https';

export interface TransportOptions {
  /** Whether to accept any server certificate, as most Arduino sketches do with `setInsecure()`. */
  insecure?: boolean | undefined;
}

/**
 * Creates a pole's HTTP agent. Like the Arduino library, the agent sends all requests over a single
 * persistent connection.
 */
export function createAgent(server: URL, options: TransportOptions = {}): http.Agent {
  const kept = { keepAlive: true, maxSockets: 1 };
  return server.protocol === 'https:'
    ? new https.Agent({ ...kept, rejectUnauthorized: !options.insecure })
    : new http.Agent(kept);
}

/** Opens a request over http or https, depending on the URL's scheme. */
export function openRequest(url: URL, options: https.RequestOptions): http.ClientRequest {
  return url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);
}

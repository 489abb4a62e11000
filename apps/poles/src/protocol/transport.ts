import http from 'node:http';
import https from 'node:https';

export interface TransportOptions {
  /** Take any certificate, as most sketches do with `setInsecure()`. */
  insecure?: boolean | undefined;
}

/** The agent of one pole: one kept connection for requests, as the Arduino library keeps one. */
export function createAgent(server: URL, options: TransportOptions = {}): http.Agent {
  const kept = { keepAlive: true, maxSockets: 1 };
  return server.protocol === 'https:'
    ? new https.Agent({ ...kept, rejectUnauthorized: !options.insecure })
    : new http.Agent(kept);
}

/** A request over http or https, by the address's scheme. */
export function openRequest(url: URL, options: https.RequestOptions): http.ClientRequest {
  return url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);
}

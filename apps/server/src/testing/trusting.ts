import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Sends a GET request, or a POST request if there is a body. Trusts only the certificate authority
 * given to `trusting`.
 */
export type Ask = (
  where: string,
  headers?: Record<string, string>,
  body?: object,
) => Promise<Answer>;

/**
 * Returns a function that sends requests to a server.
 * @param url the `https` URL of the server
 */
export function trusting(url: string, ca: string): Ask {
  return (where, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${where}`, {
        ca,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json', origin: url }) },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const { statusCode: status, headers: got } = response;
        text(response).then((all) => resolve({ status, headers: got, body: all }), reject);
      });
      sent.end(body && JSON.stringify(body));
    });
}

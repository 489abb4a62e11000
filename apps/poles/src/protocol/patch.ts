import type { Agent } from 'node:http';
import { openRequest, type TransportOptions } from './transport.ts';

/** Time limit for the server's response to a pole's report (a PATCH), in ms. */
const ANSWER_WITHIN_MS = 20_000;
/** Error codes for a write to an idle connection that the server has already closed. */
const STALE = new Set(['ECONNRESET', 'EPIPE']);

/** Thrown if the server rejects a PATCH. */
export class PatchRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the report was answered with ${status}`);
    this.status = status;
  }
}

export interface PatchOptions extends TransportOptions {
  agent: Agent;
  /** Aborts the PATCH request. */
  signal: AbortSignal;
}

/**
 * Sends a PATCH to a node (protocol §15). Retries once on a new connection if the server closed the
 * existing one while it was idle (after 5 s).
 * @throws PatchRefused for a response other than 2xx; if there is no response, the error from the
 *   socket or the signal
 */
export async function patch(url: URL, body: object, options: PatchOptions): Promise<void> {
  const payload = JSON.stringify(body);
  const first = await attempt(url, payload, options);
  if (first === 'stale') {
    const second = await attempt(url, payload, options);
    if (second === 'stale') throw new Error('the connection was closed twice before a response');
  }
}

function attempt(url: URL, payload: string, options: PatchOptions): Promise<'done' | 'stale'> {
  return new Promise((resolve, reject) => {
    const request = openRequest(url, {
      method: 'PATCH',
      agent: options.agent,
      signal: options.signal,
      headers: { 'Content-Length': Buffer.byteLength(payload) },
      timeout: ANSWER_WITHIN_MS,
      rejectUnauthorized: !options.insecure,
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && STALE.has(error.code ?? '')) resolve('stale');
      else reject(error);
    });
    request.on('response', (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve('done');
        else reject(new PatchRefused(status));
      });
    });
    request.end(payload);
  });
}

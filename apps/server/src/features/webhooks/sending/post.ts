import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { t } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import {
  publicLookup,
  requirePublicTarget,
  TargetRefused,
} from '../../../platform/http/publicTargets.ts';

/** The time limit in ms for a webhook's server to accept the connection and respond. */
const TIMEOUT_MS = 10_000;
/**
 * The maximum number of bytes of a response to read and store. This is enough to show how the
 * webhook's server has responded.
 */
const MAX_ANSWER_BYTES = 1024;

/** The result of one attempt to make a webhook delivery. */
export interface Outcome {
  /** The HTTP status code of the response to a webhook delivery. Null if there was no response. */
  responseStatus: number | null;
  /** The beginning of the response to a webhook delivery. Null if there was no response. */
  responseText: string | null;
  /**
   * Why the webhook delivery failed, as a message for users. Null if the webhook's server accepted
   * the delivery.
   */
  error: string | null;
}

export interface PostOptions {
  /** Whether webhook URLs on private networks and webhook URLs without TLS are allowed. */
  privateTargets: boolean;
  /** A signal that cancels the webhook delivery when it is aborted. */
  signal: AbortSignal;
  /** Returns the IP addresses of a host, and rejects private ones. The default is `publicLookup`. */
  lookup?: LookupFunction;
}

/**
 * Sends one webhook delivery over its own connection. Does not follow redirects, but counts them as
 * failures. Never rejects.
 */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  options: PostOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const fail = (error: unknown) =>
      resolve({ responseStatus: null, responseText: null, error: reasonOf(error) });
    const target = new URL(url);
    try {
      if (!options.privateTargets) requirePublicTarget(target);
    } catch (error) {
      return fail(error);
    }
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(target, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: options.signal,
      ...(options.privateTargets ? {} : { lookup: options.lookup ?? publicLookup() }),
    });
    const timer = setTimeout(() => request.destroy(new TimedOut()), TIMEOUT_MS);
    let answer: { status: number; chunks: Buffer[] } | null = null;
    // The status code counts even if reading the rest of the response fails.
    const end = (error: unknown) => {
      clearTimeout(timer);
      if (answer) resolve(outcomeOf(answer.status, Buffer.concat(answer.chunks)));
      else fail(error);
      request.destroy();
    };
    request.on('error', end);
    request.on('close', () => end(null));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      answer = { status: response.statusCode ?? 0, chunks };
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= MAX_ANSWER_BYTES) end(null);
      });
      response.on('end', () => end(null));
      response.on('error', end);
    });
    request.end(body);
  });
}

function outcomeOf(responseStatus: number, answer: Buffer): Outcome {
  // Remove control characters, because PostgreSQL cannot store NUL and screens do not show them.
  const responseText = answer
    .subarray(0, MAX_ANSWER_BYTES)
    .toString('utf8')
    .replace(/[^\P{Cc}\n\t]/gu, '');
  const isTaken = responseStatus >= 200 && responseStatus < 300;
  const error = isTaken
    ? null
    : t`The endpoint responded with status ${{ status: responseStatus }}.`;
  return { responseStatus, responseText, error };
}

class TimedOut extends Error {}

/**
 * Returns the reason why a webhook delivery failed. It contains no details about the server's
 * network, so that users of any company may see it.
 */
function reasonOf(error: unknown): string {
  if (error instanceof TargetRefused) return inLanguage(error.text);
  if (!(error instanceof Error)) return t`The endpoint closed the connection without a response.`;
  if (error instanceof TimedOut) return t`The endpoint did not respond in time.`;
  const { code } = error as NodeJS.ErrnoException;
  return t`Couldn’t reach the endpoint (${{ code: code ?? error.name }}).`;
}

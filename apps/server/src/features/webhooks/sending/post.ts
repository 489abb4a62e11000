import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { publicLookup, requirePublicTarget, TargetRefused } from './targets.ts';

/** Milliseconds that a target has to take a connection and to answer. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read and kept: enough to see what a target thought of it. */
const MAX_ANSWER_BYTES = 1024;

/** What became of one try. */
export interface Outcome {
  /** Null where no answer came. */
  responseStatus: number | null;
  /** The answer's beginning; null where none came. */
  responseText: string | null;
  /** For people; null: the target took it. */
  error: string | null;
}

export interface PostOptions {
  /** Whether targets in private networks and without TLS are allowed. */
  privateTargets: boolean;
  /** Ends a try under way. */
  signal: AbortSignal;
  /** How names of public targets are looked up. */
  lookup?: LookupFunction;
}

/**
 * Sends one delivery on a connection of its own; a redirection is not followed but counts as an answer
 * that refuses. Never rejects.
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
    // However an answer goes on, its status stands.
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
  // Without control characters: PostgreSQL stores no NUL, and screens show none.
  const responseText = answer
    .subarray(0, MAX_ANSWER_BYTES)
    .toString('utf8')
    .replace(/[^\P{Cc}\n\t]/gu, '');
  const isTaken = responseStatus >= 200 && responseStatus < 300;
  const error = isTaken ? null : `The target answered ${responseStatus}.`;
  return { responseStatus, responseText, error };
}

class TimedOut extends Error {}

/** For people who may belong to any company: nothing about the network that the server stands in. */
function reasonOf(error: unknown): string {
  if (error instanceof TargetRefused) return error.message;
  if (!(error instanceof Error)) return 'The target closed the connection without an answer.';
  if (error instanceof TimedOut) return 'The target did not answer in time.';
  const { code } = error as NodeJS.ErrnoException;
  return `The target could not be reached (${code ?? error.name}).`;
}

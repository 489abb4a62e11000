import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { msg } from '@halyard/messages';
import { TextError } from '../../platform/errors.ts';
import {
  publicLookup,
  requirePublicTarget,
  TargetRefused,
} from '../../platform/http/publicTargets.ts';

/** Maximum duration of the whole fetch, with all redirects, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Maximum size of a document in bytes, after decompression. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** A document fetched from a URL. */
export interface FetchedDocument {
  /** The URL that returned it, after all redirects. */
  address: string;
  /** The media type without parameters, in lower case: "text/html". */
  type: string;
  /** The character set that the response names; null if none. */
  charset: string | null;
  content: Buffer;
}

export interface FetchOptions {
  /** Whether URLs in private networks and without TLS are allowed. */
  privateTargets: boolean;
  /** Looks up the IP addresses of public hosts. */
  lookup?: LookupFunction;
  signal?: AbortSignal;
}

/** Why a document could not be fetched. The message is shown to users. */
export class FetchFailed extends TextError {
  override readonly name = 'FetchFailed';
}

/**
 * Fetches a document with one GET request for each redirect. Every URL on the way must be a public
 * one, and so must the IP address that its name resolves to.
 * @throws FetchFailed
 */
export async function fetchDocument(url: string, options: FetchOptions): Promise<FetchedDocument> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    let address = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(address, { ...options, signal });
      const next = redirectOf(response, address);
      if (!next) return await read(response, address);
      response.destroy();
      address = next;
    }
    throw new FetchFailed(msg`The URL redirects more than ${{ times: MAX_REDIRECTS }} times.`);
  } catch (error) {
    throw failureOf(error, timeout);
  }
}

/** Sends one request. The response's body is not read yet. */
async function get(
  address: URL,
  { privateTargets, lookup = publicLookup(), signal }: FetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> {
  if (!privateTargets) requirePublicTarget(address);
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(address, {
    agent: false,
    signal,
    headers: {
      accept: 'text/html, text/plain, application/pdf;q=0.9, */*;q=0.1',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Halyard',
    },
    ...(privateTargets ? {} : { lookup }),
  });
  request.end();
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return response;
}

/** Returns the URL that a response redirects to; null if it is not a redirect. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return null;
  const next = new URL(headers.location, from);
  if (!/^https?:$/.test(next.protocol))
    throw new FetchFailed(msg`The URL redirects to something other than a web page.`);
  return next;
}

async function read(response: IncomingMessage, address: URL): Promise<FetchedDocument> {
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    throw new FetchFailed(msg`The website responded with status ${{ status }}.`);
  }
  const [type = '', ...parameters] = (response.headers['content-type'] ?? '').split(';');
  const charset = parameters.map((one) => /^\s*charset="?([\w.:-]{1,40})"?\s*$/i.exec(one)?.[1]);
  return {
    address: address.href,
    type: type.trim().toLowerCase(),
    charset: charset.find((one) => one !== undefined)?.toLowerCase() ?? null,
    content: await contentOf(response),
  };
}

async function contentOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = decoded(response);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_DOCUMENT_BYTES)
        throw new FetchFailed(
          msg`The document is larger than ${{ megabytes: MAX_DOCUMENT_BYTES / 1024 / 1024 }} MB.`,
        );
      chunks.push(chunk);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks, size);
}

/**
 * Returns the decompressed body. Size limits apply after decompression, so that a decompression
 * bomb cannot grow large.
 */
function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = DECODERS[encoding];
  if (!decoder) throw new FetchFailed(msg`The response has an unknown encoding.`);
  const output = decoder();
  response.on('error', (error) => output.destroy(error));
  response.on('aborted', () =>
    output.destroy(new FetchFailed(msg`The website stopped sending data.`)),
  );
  return response.pipe(output);
}

const unchanged = () => new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });

const DECODERS: Record<string, () => Transform> = {
  identity: unchanged,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Returns a message without details of the server's network. */
function failureOf(error: unknown, timeout: AbortSignal): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (error instanceof TargetRefused) return new FetchFailed(error.text);
  if (timeout.aborted) return new FetchFailed(msg`The website did not respond in time.`);
  const { code, name } = error as NodeJS.ErrnoException;
  return new FetchFailed(msg`The website could not be read (${{ code: code ?? name }}).`, {
    cause: error,
  });
}

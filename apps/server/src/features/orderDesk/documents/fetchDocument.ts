import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Message, msg } from '@halyard/messages';
import { TextError } from '../../../platform/errors.ts';
import {
  publicLookup,
  requirePublicTarget,
  TargetRefused,
} from '../../../platform/http/publicTargets.ts';

/** The time limit in ms for fetching a document, including all redirects. */
const TIMEOUT_MS = 15_000;
/** The maximum size of a document in bytes, after decompression. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** A document that was fetched from a URL. */
export interface FetchedDocument {
  /** The URL of the document after all redirects. */
  address: string;
  /** The document's media type in lowercase without parameters, such as "text/html". */
  type: string;
  /** The character set that the response declares. Null if it declares none. */
  charset: string | null;
  content: Buffer;
  /**
   * The headers to send with the next request, so that the server sends the document only if it has
   * changed.
   */
  validators: Validators;
}

/**
 * The `ETag` and `Last-Modified` headers of a response; null for each missing header (RFC 9110
 * §8.8).
 */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FetchOptions {
  /** Whether URLs on private networks and URLs without TLS are allowed. */
  privateTargets: boolean;
  /** Returns the IP addresses of a host, and rejects private ones. The default is `publicLookup`. */
  lookup?: LookupFunction;
  signal?: AbortSignal;
  /** Whether the request may be redirected to another domain. The default is true. */
  otherDomains?: boolean;
  /** The media types that the request for a document accepts. */
  accept?: string;
}

const READABLE = 'text/html, text/plain, application/pdf;q=0.9, */*;q=0.1';

/**
 * The kind of failure. `certificate`: the TLS certificate is invalid. `redirect`: the URL redirects
 * to another domain. `other`: everything else.
 */
export type FetchFailure = 'certificate' | 'redirect' | 'other';

interface FailureDetails extends ErrorOptions {
  failure?: FetchFailure;
  /**
   * How long the document's server asks clients to wait before the next request, in ms. Null if it
   * does not say.
   */
  retryAfterMs?: number | null;
}

/** Thrown if a document could not be fetched. Users see the message. */
export class FetchFailed extends TextError {
  override readonly name = 'FetchFailed';
  readonly failure: FetchFailure;
  readonly retryAfterMs: number | null;

  constructor(text: Message, details: FailureDetails = {}) {
    super(text, details);
    this.failure = details.failure ?? 'other';
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/**
 * Fetches a document, with one GET request per redirect. Every URL in the chain must be public, and
 * its host must have a public IP address.
 * @throws FetchFailed
 */
export async function fetchDocument(url: string, options: FetchOptions): Promise<FetchedDocument> {
  const document = await fetchIfChanged(url, { etag: null, lastModified: null }, options);
  if (document === null)
    throw new FetchFailed(msg`The website responded with status ${{ status: 304 }}.`);
  return document;
}

/**
 * Fetches a document like `fetchDocument`, but returns null if the server says that the document
 * has not changed.
 * @param validators the headers stored when the document was last fetched
 * @throws FetchFailed
 */
export async function fetchIfChanged(
  url: string,
  validators: Validators,
  options: FetchOptions,
): Promise<FetchedDocument | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    let address = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(address, validators, { ...options, signal });
      const next = redirectOf(response, address);
      if (!next) return await read(response, address);
      response.destroy();
      if (options.otherDomains === false && !isSameDomain(next, address))
        throw new FetchFailed(msg`The URL redirects to another domain: ${{ host: next.host }}.`, {
          failure: 'redirect',
        });
      address = next;
    }
    throw new FetchFailed(msg`The URL redirects more than ${{ times: MAX_REDIRECTS }} times.`);
  } catch (error) {
    throw failureOf(error, timeout);
  }
}

/** Sends one request for a document. Does not read the body of the response. */
async function get(
  address: URL,
  { etag, lastModified }: Validators,
  {
    privateTargets,
    lookup = publicLookup(),
    signal,
    accept = READABLE,
  }: FetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> {
  if (!privateTargets) requirePublicTarget(address);
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(address, {
    agent: false,
    signal,
    headers: {
      accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Halyard',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
    ...(privateTargets ? {} : { lookup }),
  });
  request.end();
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return response;
}

/** Returns the URL that a response redirects to. Null if it does not redirect. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return null;
  const next = URL.parse(headers.location, from.href);
  if (!next || !/^https?:$/.test(next.protocol))
    throw new FetchFailed(msg`The URL redirects to something other than a web page.`);
  return next;
}

/** Whether two URLs have the same domain, ignoring "www." and the port. */
function isSameDomain(one: URL, other: URL): boolean {
  const [name, otherName] = [one, other].map(({ hostname }) => hostname.replace(/^www\./, ''));
  return name === otherName;
}

/** The maximum length of an `ETag` or `Last-Modified` header that is stored, in characters. */
const VALIDATOR_MAX = 500;

/**
 * Returns the document in a response. Null if the response says that the document has not changed.
 */
async function read(response: IncomingMessage, address: URL): Promise<FetchedDocument | null> {
  const status = response.statusCode ?? 0;
  const { headers } = response;
  if (status !== 200) {
    response.destroy();
    if (status === 304) return null;
    throw new FetchFailed(msg`The website responded with status ${{ status }}.`, {
      retryAfterMs: retryAfterMs(headers['retry-after']),
    });
  }
  const kept = (value: string | undefined) =>
    value !== undefined && value.length <= VALIDATOR_MAX ? value : null;
  const [type = '', ...parameters] = (response.headers['content-type'] ?? '').split(';');
  const charset = parameters.map((one) => /^\s*charset="?([\w.:-]{1,40})"?\s*$/i.exec(one)?.[1]);
  return {
    address: address.href,
    type: type.trim().toLowerCase(),
    charset: charset.find((one) => one !== undefined)?.toLowerCase() ?? null,
    content: await contentOf(response),
    validators: { etag: kept(headers.etag), lastModified: kept(headers['last-modified']) },
  };
}

/**
 * Returns how many ms the `Retry-After` header asks clients to wait (RFC 9110 §10.2.3). Null if the
 * header is missing.
 */
function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
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
 * Returns the decompressed body of a response. The size limit applies after decompression, so that
 * a small response cannot use up the memory.
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

/** Matches Node's error codes for problems with a server's TLS certificate. */
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|ALTNAME/;

/**
 * Returns the error message for a failed request, without details about the server's own network.
 */
function failureOf(error: unknown, timeout: AbortSignal): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (error instanceof TargetRefused) return new FetchFailed(error.text);
  if (timeout.aborted) return new FetchFailed(msg`The website did not respond in time.`);
  const { code, name } = error as NodeJS.ErrnoException;
  if (code !== undefined && CERTIFICATE_ERROR.test(code))
    return new FetchFailed(msg`The website’s certificate is invalid (${{ code }}).`, {
      cause: error,
      failure: 'certificate',
    });
  return new FetchFailed(msg`Couldn’t read the website (${{ code: code ?? name }}).`, {
    cause: error,
  });
}

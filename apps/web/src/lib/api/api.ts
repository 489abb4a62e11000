import type { Call, CallBody, CallParams, CallQuery, CallResponse } from '@halyard/domain';
import { ERROR_HEADER } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { LANGUAGE } from '../i18n/i18n.ts';
import { reportUnauthorized } from '../sessionEvents.ts';
import { addressOf, type Place } from './addresses.ts';
import { takeEarly } from './earlyAnswers.ts';
import { ENDPOINTS } from './endpoints.ts';
import { readJson } from './readJson.ts';

/**
 * Thrown for a response that is not OK. The message is the status code, a colon, a space and the
 * text (spec §8).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's error text in the console's language, without the status code. */
  readonly text: string;
  /** The server's error text in English. */
  readonly english: string;
  /**
   * How long the client should wait before retrying a call that a busy server rejected, in
   * milliseconds; null if the server did not say.
   */
  readonly busyForMs: number | null;

  constructor(
    status: number,
    text: string,
    busyForMs: number | null = null,
    english: string = text,
  ) {
    super(`${status}: ${text}`);
    this.status = status;
    this.text = text;
    this.english = english;
    this.busyForMs = busyForMs;
  }
}

/**
 * Whether an error means that the record does not exist or that the user is not allowed to see it.
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** Thrown if a call got no response. The message replaces the browser's own error text. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super(t`Couldn’t reach the server. Check your connection, then try again.`, { cause });
  }
}

/**
 * Returns whether the server rejected a call as invalid or forbidden, that is, with a status below
 * 500.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/**
 * The status codes of a server that is starting or stopping, or of a proxy that cannot reach its
 * server.
 */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/** Returns whether a call failed because no server was available, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    (error instanceof ApiError && UNAVAILABLE.includes(error.status))
  );
}

/**
 * Returns the error to show in a form after a failed save; null for errors that are shown only in a
 * toast.
 */
export function problemText(error: unknown): string | null {
  if (isRefusal(error)) return error.text;
  return error instanceof NetworkError ? error.message : null;
}

type ParamsOption<C extends Call> = string extends keyof CallParams<C>
  ? { params?: undefined }
  : { params: CallParams<C> };
type QueryOption<C extends Call> =
  Record<never, never> extends CallQuery<C> ? { query?: CallQuery<C> } : { query: CallQuery<C> };
type BodyOption<C extends Call> =
  undefined extends CallBody<C> ? { body?: CallBody<C> } : { body: CallBody<C> };
export type CallOptions<C extends Call> = ParamsOption<C> &
  QueryOption<C> &
  BodyOption<C> & { signal?: AbortSignal };
type Options<C extends Call> =
  Record<never, never> extends CallOptions<C>
    ? [options?: CallOptions<C>]
    : [options: CallOptions<C>];

/** Calls for which a 401 response does not mean that the session has ended. */
const ANSWERS_401_ITSELF: ReadonlySet<Call> = new Set([
  'currentUser',
  'login',
  'register',
  'logout',
]);

/**
 * Makes an API call with the session cookie.
 * @throws ApiError, NetworkError
 */
export async function call<C extends Call>(name: C, ...rest: Options<C>): Promise<CallResponse<C>> {
  const response = await responseOf(name, ...rest);
  return (response.status === 204 ? undefined : await readJson(response)) as CallResponse<C>;
}

/** Makes a call that returns text, such as a CSV file, instead of JSON. */
export async function callText<C extends Call>(name: C, ...rest: Options<C>): Promise<string> {
  return (await responseOf(name, ...rest)).text();
}

async function responseOf<C extends Call>(name: C, ...rest: Options<C>): Promise<Response> {
  const options = rest[0] as (Place & { body?: unknown; signal?: AbortSignal }) | undefined;
  const [method] = ENDPOINTS[name].split(' ') as [string, string];
  const response = await send(method, addressOf(name, options), options);
  if (response.ok) return response;
  if (response.status === 401 && !ANSWERS_401_ITSELF.has(name)) reportUnauthorized();
  throw await toError(response);
}

/**
 * The default fetch function for queries (spec §7). Joins the segments of the query key with
 * slashes, and fetches this path.
 */
export async function getByKey<T>(key: readonly unknown[], signal?: AbortSignal): Promise<T> {
  const response = await send('GET', key.join('/'), signal && { signal });
  if (!response.ok) {
    if (response.status === 401) reportUnauthorized();
    throw await toError(response);
  }
  return (await readJson(response)) as T;
}

/** Fetches the signed-in user; null if nobody is signed in. */
export async function fetchCurrentUser(
  signal?: AbortSignal,
): Promise<CallResponse<'currentUser'> | null> {
  try {
    return await (signal ? call('currentUser', { signal }) : call('currentUser'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Returns the text of an error. For an API error, it begins with the status code (spec §8). */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the server's error with its status code, or `otherwise` if the server did not respond.
 */
export function serverMessage(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/**
 * Returns the text of a server error (with its status code) or of a network error; null for any
 * other error.
 */
export function failureDetail(error: unknown): string | null {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : null;
}

async function send(
  method: string,
  url: string,
  options: { body?: unknown; signal?: AbortSignal } | undefined,
): Promise<Response> {
  const init: RequestInit = { method, credentials: 'include' };
  if (options?.signal) init.signal = options.signal;
  if (options?.body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(options.body);
  }
  const early = method === 'GET' ? await takeEarly(url)?.catch(() => null) : null;
  if (early) return early;
  try {
    return await fetch(url, init);
  } catch (error) {
    // A call that we aborted ourselves is not a network error. The cache aborts queries that are no
    // longer needed.
    throw options?.signal?.aborted ? error : new NetworkError(error);
  }
}

/**
 * Requests a file, whose content the caller reads from the response.
 * @throws ApiError, NetworkError
 */
export async function getFile(href: string, signal: AbortSignal): Promise<Response> {
  const response = await send('GET', href, { signal });
  if (response.ok) return response;
  if (response.status === 401) reportUnauthorized();
  throw await toError(response);
}

/** Returns the URL for downloading the response of a call as a file. */
export function fileHref<C extends Call>(name: C, place: ParamsOption<C> & QueryOption<C>): string {
  return addressOf(name, place as Place);
}

async function toError(response: Response): Promise<ApiError> {
  const english = (await response.text()) || response.statusText;
  const text = await inOurLanguage(english, response.headers.get(ERROR_HEADER));
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const isBusy = response.status === 503 && Number.isFinite(seconds);
  return new ApiError(response.status, text, isBusy ? seconds * 1000 : null, english);
}

/**
 * Returns a server error's text in the console's language.
 * @param header the response header that identifies the error
 */
async function inOurLanguage(english: string, header: string | null): Promise<string> {
  if (LANGUAGE === 'en' || header === null) return english;
  const { errorText } = await import('../i18n/errorText.ts');
  return errorText(header) ?? english;
}

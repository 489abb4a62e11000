import type { Call, CallBody, CallParams, CallQuery, CallResponse } from '@halyard/domain';
import { reportUnauthorized } from '../sessionEvents.ts';
import { addressOf, type Place } from './addresses.ts';
import { takeEarly } from './earlyAnswers.ts';
import { ENDPOINTS } from './endpoints.ts';
import { readJson } from './readJson.ts';

/** A non-OK answer. The message is the status code, a colon, a space and the text (spec §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What the server said, without the status. */
  readonly text: string;
  /** Milliseconds after which a server that is busy takes the call; null: it said nothing of the kind. */
  readonly busyForMs: number | null;

  constructor(status: number, text: string, busyForMs: number | null = null) {
    super(`${status}: ${text}`);
    this.status = status;
    this.text = text;
    this.busyForMs = busyForMs;
  }
}

/** The call got no answer; the browser's own words for it help nobody. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('The server could not be reached. Check the network, then try again.', { cause });
  }
}

/** The server answered and said what is wrong with the call, as against a failure of its own. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/** What a server answers that starts or stops, or a proxy whose server is away. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/** No word about the call itself: there was no server to take it, and soon there may be one. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    (error instanceof ApiError && UNAVAILABLE.includes(error.status))
  );
}

/** What a form says of a save that failed: the refusal, or the lost network; else the toast says all. */
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

/** Calls for which 401 says nothing about the session of the person on screen. */
const ANSWERS_401_ITSELF: ReadonlySet<Call> = new Set([
  'currentUser',
  'login',
  'register',
  'logout',
]);

/** One call of the contract: same origin, with the session cookie; a body as JSON only where given. */
export async function call<C extends Call>(name: C, ...rest: Options<C>): Promise<CallResponse<C>> {
  const options = rest[0] as (Place & { body?: unknown; signal?: AbortSignal }) | undefined;
  const [method] = ENDPOINTS[name].split(' ') as [string, string];
  const response = await send(method, addressOf(name, options), options);
  if (!response.ok) {
    if (response.status === 401 && !ANSWERS_401_ITSELF.has(name)) reportUnauthorized();
    throw await toError(response);
  }
  return (response.status === 204 ? undefined : await readJson(response)) as CallResponse<C>;
}

/** The default fetch of a query: a GET to the key's segments joined by slashes (spec §7). */
export async function getByKey<T>(key: readonly unknown[], signal?: AbortSignal): Promise<T> {
  const response = await send('GET', key.join('/'), signal && { signal });
  if (!response.ok) {
    if (response.status === 401) reportUnauthorized();
    throw await toError(response);
  }
  return (await readJson(response)) as T;
}

/** The signed-in person; null where nobody is. */
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

/** What to show of an error: the message in the form of the specification. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the server said, in that form; where it said nothing, the text of our own. */
export function serverMessage(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/** The status and text of an answer, or that there was none; null for an error of another kind. */
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
    // Given up by ourselves, as the cache does with a query that nobody waits for.
    throw options?.signal?.aborted ? error : new NetworkError(error);
  }
}

/** A link to the file that a call answers with. */
export function fileHref<C extends Call>(name: C, place: ParamsOption<C> & QueryOption<C>): string {
  return addressOf(name, place as Place);
}

async function toError(response: Response): Promise<ApiError> {
  const text = (await response.text()) || response.statusText;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const isBusy = response.status === 503 && Number.isFinite(seconds);
  return new ApiError(response.status, text, isBusy ? seconds * 1000 : null);
}

import { z } from 'zod';
import { pathId } from '../../fields.ts';
import type { Access } from '../../policy/access.ts';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
  Query extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path of an API call, with `:name` for parameters. */
  path: string;
  access: A;
  summary: string;
  tag: string;
  params: Params;
  /** The query string's parameters. Each is an optional string. */
  query: Query;
  body: Body;
  /**
   * Maximum size of a request's body, in bytes; null for the default limit, which is enough for
   * forms.
   */
  maxBodyBytes: number | null;
  /**
   * The allowed media types of a raw request body, each with a schema for the API documentation.
   * Used by calls that check a signature of the body. Null if the body is JSON.
   */
  rawBody: Readonly<Record<string, z.ZodType>> | null;
  response: Response;
  /**
   * The media type of the response. For a CSV file or calendar, `fileName` is the suggested name
   * for saving it.
   */
  media: 'application/json' | 'text/csv' | 'text/calendar';
  fileName: string | null;
  /** The HTTP status of a successful response; 204 has no body. */
  status: 200 | 201 | 204;
}

export const none = z.undefined();
/** The raw bytes of the request body, for calls that declare `rawBody`. */
export const bytes = z.instanceof(Uint8Array);
const noParams = z.object({});
const noQuery = z.object({});

/**
 * The last argument of `endpoint`. Only `response` is required; the other properties have defaults.
 */
interface Rest<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Query extends z.ZodType,
> {
  response: Response;
  params?: Params;
  query?: Query;
  body?: Body;
  maxBodyBytes?: number;
  rawBody?: Endpoint['rawBody'];
  media?: Endpoint['media'];
  fileName?: string;
  status?: Endpoint['status'];
}

type None = typeof none;
type NoParams = typeof noParams;
type NoQuery = typeof noQuery;

export function endpoint<
  A extends Access,
  Response extends z.ZodType,
  Params extends z.ZodType = NoParams,
  Body extends z.ZodType = None,
  Query extends z.ZodType = NoQuery,
>(
  method: Endpoint['method'],
  path: string,
  access: A,
  tag: string,
  summary: string,
  rest: Rest<Params, Body, Response, Query>,
): Endpoint<Params, Body, Response, A, Query>;
export function endpoint(
  method: Endpoint['method'],
  path: string,
  access: Access,
  tag: string,
  summary: string,
  rest: Rest<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
): Endpoint {
  return {
    method,
    path,
    access,
    tag,
    summary,
    response: rest.response,
    params: rest.params ?? noParams,
    query: rest.query ?? noQuery,
    body: rest.body ?? none,
    maxBodyBytes: rest.maxBodyBytes ?? null,
    rawBody: rest.rawBody ?? null,
    media: rest.media ?? 'application/json',
    fileName: rest.fileName ?? null,
    status: rest.status ?? 200,
  };
}

export const byId = z.object({ id: pathId });
export const byCompany = z.object({ companyId: pathId });
export const byLocation = z.object({ locationId: pathId });
export const byYear = z.object({ year: z.string().regex(/^2[01]\d\d$/) });
export const bySource = z.object({ sourceKey: pathId });
/** Declares that the response of an API call is a CSV file with this name. */
export const csv = (fileName: string) =>
  ({ response: z.string(), media: 'text/csv', fileName }) as const;
export const ok = z.object({ ok: z.literal(true) });

import {
  ALERT_LABELS,
  ALERT_URGENCY,
  type Alert,
  type AlertCondition,
  type ComplianceRow,
  type Flag,
  type Order,
  orderStartDate,
  SEARCHED,
  type SortValue,
  searchedInOrder,
  searchQuery,
  searchText,
  sortRows,
  type WrongPositions,
} from '@halyard/domain';
import { vi } from 'vitest';
import { answerFlags } from '@/flags/testing/answerFlags.ts';
import { compliancePage } from './compliance.ts';
import { answerSearch } from './search.ts';
import { wrongPositionPage } from './wrongPositions.ts';

export interface Answer {
  status?: number;
  /** The body of the response. An object is sent as JSON, a string unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}
export type Handler = (body: unknown, url: URL) => Answer | Promise<Answer>;

/**
 * Replaces the server with handlers: `{ 'POST /api/login': () => ({ status: 401, body: 'No.' }) }`.
 */
export function serve(handlers: Record<string, Handler>) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input: RequestInfo | URL, init?: RequestInit) => {
      const name = `${init?.method ?? 'GET'} ${input instanceof Request ? input.url : String(input)}`;
      const handler = handlers[name] ?? pageHandler(handlers, name);
      if (!handler) return new Response(`No handler for ${name}`, { status: 500 });
      const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const {
        status = 200,
        body,
        headers = {},
      } = await handler(sent, new URL(name.replace(/^\w+ /, ''), 'http://localhost'));
      if (status === 204) return new Response(null, { status, headers });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers,
      });
    });
}

interface List {
  searched: Fields;
  sorted: Record<string, Field>;
  order: Field[];
  /**
   * Whether a row matches the query parameters that are specific to this list, such as `condition`.
   * By default, every row matches.
   */
  isListed?: (row: Row, params: URLSearchParams) => boolean;
}

const poleOf = ({ pole }: Row) => pole as Alert['pole'];
const conditionOf = ({ condition }: Row) => condition as AlertCondition;

/**
 * For each list that the server returns page by page: the fields that are searched, and the fields
 * that the list can be sorted by.
 */
const LISTS: Record<string, List> = {
  '/api/alerts': {
    searched: (row) => {
      const { name, location, company } = poleOf(row);
      return [name, location, company, ALERT_LABELS[conditionOf(row)]];
    },
    sorted: {
      flag: (row) => poleOf(row).name,
      condition: (row) => ALERT_LABELS[conditionOf(row)],
      ended: ({ endedAt }) => endedAt,
    },
    order: [
      ({ endedAt }) => -Number(endedAt),
      (row) => -ALERT_URGENCY[conditionOf(row)],
      ({ since }) => -Number(since),
    ],
    isListed: ({ endedAt, condition }, params) =>
      (endedAt !== null) === (params.get('state') === 'ended') &&
      condition === (params.get('condition') ?? condition),
  },
  '/api/alerts/outages': { searched: () => [], sorted: {}, order: [] },
  '/api/companies': {
    searched: SEARCHED.company as Fields,
    sorted: {},
    order: [({ name }) => name],
  },
  '/api/locations': {
    searched: SEARCHED.location as Fields,
    sorted: { address: ({ city, state }) => `${city}, ${state}` },
    order: [({ name }) => name],
  },
  '/api/half-staff/orders': {
    searched: (row) => searchedInOrder(row as Order),
    sorted: {},
    order: [
      (row) => -Date.parse(orderStartDate(row as Order)),
      ({ createdAt }) => -Number(createdAt),
    ],
    isListed: ({ authority }, params) => authority === (params.get('authority') ?? authority),
  },
  '/api/users': {
    searched: SEARCHED.user as Fields,
    sorted: {
      role: ({ formattedRole }) => formattedRole,
      status: ({ status, suspendedAt }) => (suspendedAt === null ? status : 'suspended'),
    },
    order: [({ lastName }) => lastName, ({ firstName }) => firstName],
  },
};
type Row = Record<string, unknown>;
type Field = (row: Row) => unknown;
type Fields = (row: Row) => string[];

/**
 * Returns a handler for a request for one page of a list, or for one record. It responds as the
 * real server would, with rows from the handler for the whole list.
 */
function pageHandler(handlers: Record<string, Handler>, name: string): Handler | undefined {
  const url = new URL(name.replace('GET ', ''), 'http://localhost');
  if (url.pathname === '/api/search') return handlers[SEARCH] ?? searchHandler(handlers, url);
  const record = /^(\/api\/(?:flags|half-staff\/orders|locations|users))\/([^/]+)$/.exec(
    url.pathname,
  );
  const path = record?.[1] ?? url.pathname;
  const company = url.searchParams.get('company');
  const whole = handlers[`GET ${path}`] ?? handlers[`GET ${path}/company/${company}`];
  const list = LISTS[path];
  const isOfFlags = path === '/api/flags';
  if (whole && (path === WRONG_POSITIONS || path.startsWith(COMPLIANCE)))
    return async (sent) => {
      const answer = await whole(sent, url);
      const { body } = answer;
      if (typeof body !== 'object' || body === null) return answer;
      return path === WRONG_POSITIONS
        ? { ...answer, body: wrongPositionPage(body as WrongPositions, url) }
        : { ...answer, body: compliancePage(body as ComplianceRow[], url) };
    };
  if (!name.startsWith('GET ') || !whole || (!list && !isOfFlags)) return undefined;
  return async (sent) => {
    const answer = await whole(sent, url);
    if (!Array.isArray(answer.body)) return answer;
    const rows = answer.body as Row[];
    if (record) {
      const row = rows.find(({ id }) => id === decodeURIComponent(record[2]!));
      return row ? { body: row } : { status: 404, body: 'Not found' };
    }
    if (!list) return { ...answer, body: answerFlags(answer.body as Flag[], url) };
    return { ...answer, body: pageOf(rows, url) };
  };
}

const SEARCH = 'GET /api/search';
const WRONG_POSITIONS = '/api/half-staff/wrong-positions';
const COMPLIANCE = '/api/half-staff/compliance/';

/** Returns a handler that searches the lists of the other handlers. */
function searchHandler(handlers: Record<string, Handler>, url: URL): Handler | undefined {
  const lists = ['companies', 'locations', 'flags', 'users'] as const;
  const handlerOf = (list: string) => {
    const whole = new RegExp(`^GET /api/${list}(/(company|location)/[^/]+)?$`);
    return Object.entries(handlers).find(([name]) => whole.test(name))?.[1];
  };
  if (lists.every((list) => handlerOf(list) === undefined)) return undefined;
  const rowsOf = async (list: (typeof lists)[number]) => {
    const body = (await handlerOf(list)?.(undefined, url))?.body;
    return Array.isArray(body) ? body : [];
  };
  return async () => {
    const [companies, locations, flags, users] = await Promise.all([
      rowsOf('companies'),
      rowsOf('locations'),
      rowsOf('flags'),
      rowsOf('users'),
    ]);
    return { body: answerSearch({ companies, locations, flags, users }, url) };
  };
}

/**
 * Returns one page of alerts, companies, locations or users, as the server would.
 * @param url the URL of the call
 */
export function pageOf(rows: readonly unknown[], url: string | URL) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pageOfRows(rows as readonly Row[], LISTS[pathname]!, searchParams);
}

function pageOfRows(
  rows: readonly Row[],
  { searched, sorted, order, isListed }: List,
  params: URLSearchParams,
) {
  const placeOf = (row: Row) => (row.pole === undefined ? row : poleOf(row));
  const found = rows.filter(
    (row) =>
      searchText(searched(row)).includes(searchQuery(params.get('q') ?? '')) &&
      (isListed?.(row, params) ?? true) &&
      (!params.has('company') || placeOf(row).companyId === params.get('company')) &&
      (!params.has('location') || placeOf(row).locationId === params.get('location')),
  );
  const ascending = { key: 'x', direction: 'asc' } as const;
  const byDefault = order.reduceRight(
    (list, read) => sortRows(list, ascending, sortValue(read)),
    found,
  );
  const sort = params.get('sort');
  const key = sort?.replace(/^-/, '') ?? '';
  const ordered = sortRows(
    byDefault,
    sort === null ? null : { key, direction: sort.startsWith('-') ? 'desc' : 'asc' },
    sortValue(sorted[key] ?? ((one) => one[key])),
  );
  const limit = Number(params.get('limit'));
  const page = Math.min(Number(params.get('page')), Math.max(1, Math.ceil(found.length / limit)));
  const items = ordered.slice((page - 1) * limit, page * limit);
  return { items, total: found.length, page, next: null };
}

const sortValue = (read: Field) => (row: Row) => read(row) as SortValue;

/** Returns a response that arrives when the test resolves it. */
export function deferredAnswer(): { promise: Promise<Answer>; resolve: (answer: Answer) => void } {
  let resolve: (answer: Answer) => void = () => {};
  const promise = new Promise<Answer>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createRealtimeServer,
  memoryStore,
  parseRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Live } from '../../testing/live.ts';
import {
  A,
  authenticate,
  B,
  type Caller,
  DEVICE_1,
  EVERYONE,
  NOW,
  OF_A,
  OF_B,
  OF_L1,
  SEES_ALL,
  TREE,
} from './testing/tree.ts';
import { command, WRITES } from './testing/writes.ts';

/**
 * These tests check who may read and write which realtime path, through WebSocket and REST. The
 * expectations come from the decisions ("Roles", "Who writes what", "Who reads what", "Commands")
 * and not from the rules.
 */

interface Read {
  title: string;
  path: string;
  /** The child that the query sorts by, and the value that this child must have. */
  filter?: [orderBy: string, equalTo?: string];
  allowed: Caller[];
}
const READS: Read[] = [
  { title: 'the root', path: '', allowed: [] },
  { title: 'all users', path: 'users', allowed: [] },
  { title: 'an owner', path: 'users/company-A', allowed: [] },
  { title: 'all hardware of an owner', path: A, allowed: ['masterToken'] },
  {
    title: "an owner's flags of company A",
    path: A,
    filter: ['companyId', 'A'],
    allowed: ['masterToken', 'companyTokenA'],
  },
  {
    title: "an owner's flags of company B",
    path: A,
    filter: ['companyId', 'B'],
    allowed: ['masterToken'],
  },
  {
    title: "an owner's flags of location L1",
    path: A,
    filter: ['locationId', 'L1'],
    allowed: ['masterToken', 'locationTokenA'],
  },
  {
    title: "an owner's flags of location L2",
    path: A,
    filter: ['locationId', 'L2'],
    allowed: ['masterToken'],
  },
  {
    title: 'flags by company, without saying which',
    path: A,
    filter: ['companyId'],
    allowed: ['masterToken'],
  },
  { title: 'flags by their keys', path: A, filter: ['$key', 'P1'], allowed: [] },
  { title: 'flag P1', path: `${A}/P1`, allowed: [...SEES_ALL, ...OF_A, ...OF_L1, ...DEVICE_1] },
  { title: 'flag P2 of another location', path: `${A}/P2`, allowed: [...SEES_ALL, ...OF_A] },
  {
    title: 'flag P7, which moved to company B',
    path: `${A}/P7`,
    allowed: [...SEES_ALL, ...OF_B],
  },
  { title: 'flag P9', path: `${B}/P9`, allowed: [...SEES_ALL, ...OF_B, 'device9'] },
  {
    title: 'a voltage',
    path: `${A}/P1/voltage`,
    allowed: [...SEES_ALL, ...OF_A, ...OF_L1, ...DEVICE_1],
  },
  { title: 'P1 under an owner that does not have it', path: `${B}/P1`, allowed: ['masterToken'] },
  { title: 'a profile', path: 'users/companyA/profile', allowed: ['companyA'] },
  { title: 'all companies', path: 'companies', allowed: SEES_ALL },
  {
    title: 'company A',
    path: 'companies/A',
    allowed: [...SEES_ALL, ...OF_A, ...OF_L1],
  },
  {
    title: "company B's revision",
    path: 'companies/B/rev',
    allowed: [...SEES_ALL, ...OF_B],
  },
  { title: 'all locations', path: 'locations', allowed: SEES_ALL },
  {
    title: 'the locations of company A',
    path: 'locations',
    filter: ['companyId', 'A'],
    allowed: ['companyA', 'companyTokenA'],
  },
  {
    title: 'location L1',
    path: 'locations/L1',
    allowed: [...SEES_ALL, 'companyA', 'companyTokenA', ...OF_L1],
  },
  {
    title: 'location L2',
    path: 'locations/L2',
    allowed: [...SEES_ALL, 'companyA', 'companyTokenA'],
  },
  { title: 'all summaries', path: 'summaries', allowed: [] },
  { title: 'the summary of all flags', path: 'summaries/all', allowed: SEES_ALL },
  { title: 'a number of the summary of all flags', path: 'summaries/all/total', allowed: SEES_ALL },
  { title: 'the summaries of companies', path: 'summaries/companies', allowed: [] },
  {
    title: 'the summary of company A',
    path: 'summaries/companies/A',
    allowed: [...SEES_ALL, ...OF_A],
  },
  {
    title: 'the summary of company B',
    path: 'summaries/companies/B',
    allowed: [...SEES_ALL, 'companyB', 'employeeB'],
  },
  { title: 'the summaries of locations', path: 'summaries/locations', allowed: [] },
  {
    title: 'the summary of location L1',
    path: 'summaries/locations/L1',
    allowed: [...SEES_ALL, ...OF_A, ...OF_L1],
  },
  {
    title: 'the summary of location L2',
    path: 'summaries/locations/L2',
    allowed: [...SEES_ALL, ...OF_A],
  },
  {
    title: 'the summary of location L9',
    path: 'summaries/locations/L9',
    allowed: [...SEES_ALL, ...OF_B],
  },
  {
    title: 'the summary of a location that does not exist',
    path: 'summaries/locations/none',
    allowed: SEES_ALL,
  },
  { title: 'the access list', path: 'access', allowed: [] },
  { title: 'a session', path: 'access/s-master', allowed: ['master'] },
];

let realtime: RealtimeServer;
let http: Server;
let port: number;

beforeAll(async () => {
  realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: parseRules(
      await readFile(new URL('../../../database.rules.json', import.meta.url), 'utf8'),
    ),
    authenticate,
    clock: () => NOW,
  });
  http = createServer();
  realtime.attach(http);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  port = (http.address() as AddressInfo).port;
});
afterAll(async () => {
  await realtime.close();
  http.closeAllConnections();
  http.close();
});

const rest = (caller: Caller, path: string, query = '', init: RequestInit = {}) => {
  const auth = caller === 'stranger' ? '' : `auth=${caller}&`;
  return fetch(`http://127.0.0.1:${port}/${path}.json?${auth}${query}`, init);
};

/** Sends requests over one WebSocket, and returns their statuses. */
async function overSocket(caller: Caller, requests: { a: string; b: object }[]): Promise<string[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5&ns=x`);
  const statuses = new Map<number, string>();
  const all = caller === 'stranger' ? requests : [{ a: 'gauth', b: { cred: caller } }, ...requests];
  const answers = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        t: string;
        d: { r?: number; b: { s: string } };
      };
      if (message.t !== 'd' || message.d.r === undefined) return;
      statuses.set(message.d.r, message.d.b.s);
      if (statuses.size === all.length) resolve();
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  for (const [r, request] of all.entries()) {
    socket.send(JSON.stringify({ t: 'd', d: { r, ...request } }));
  }
  await answers;
  socket.terminate();
  return requests.map((_, i) => statuses.get(i + (all.length - requests.length))!);
}

const wireQuery = ([child, equalTo]: NonNullable<Read['filter']>) => {
  const orderBy = child === '$key' ? '.key' : child;
  return equalTo === undefined
    ? { i: orderBy }
    : { i: orderBy, sp: equalTo, sin: true, ep: equalTo, ein: true };
};
const restQuery = ([orderBy, equalTo]: NonNullable<Read['filter']>) =>
  new URLSearchParams({
    orderBy: JSON.stringify(orderBy),
    ...(equalTo === undefined ? {} : { equalTo: JSON.stringify(equalTo) }),
  }).toString();

describe('the realtime rules for reading', () => {
  beforeEach(() => realtime.admin.set('/', TREE));

  test.each(EVERYONE)(
    'let %s make exactly the permitted reads over REST and WebSocket',
    async (caller) => {
      // A user who may not move poles sees the same data as others with that role.
      const role = caller === 'lookerA' ? 'employeeA' : caller;
      const expected = READS.map(({ title, allowed }) => `${title}: ${allowed.includes(role)}`);
      const overRest: string[] = [];
      for (const { title, path, filter } of READS) {
        const { status } = await rest(caller, path, filter ? restQuery(filter) : '');
        overRest.push(`${title}: ${status === 200}`);
      }
      expect(overRest).toEqual(expected);
      for (const action of ['q', 'g']) {
        const requests = READS.map(({ path, filter }, t) => ({
          a: action,
          b: { p: `/${path}`, h: '', q: filter ? wireQuery(filter) : {}, ...(filter ? { t } : {}) },
        }));
        const statuses = await overSocket(caller, requests);
        expect(READS.map(({ title }, i) => `${title}: ${statuses[i] === 'ok'}`)).toEqual(expected);
      }
    },
  );
});

describe('the realtime rules for range queries, which the console never sends', () => {
  beforeEach(() => realtime.admin.set('/', TREE));

  /**
   * The parameters of range queries, in the format of the protocol. A client could send thousands
   * of variations of each query.
   */
  const CUTS = {
    'the first ones': { l: 1, vf: 'l' },
    'the last ones': { l: 1, vf: 'r' },
    'cut at a key': { sn: 'P1' },
    'cut at both keys': { sn: 'P1', en: 'P1' },
    'without its start': { sin: false },
    'open at one end': { ep: undefined },
  };
  const OWN: Partial<Record<Caller, [path: string, query: object][]>> = {
    companyA: [['locations', { i: 'companyId', sp: 'A', ep: 'A' }]],
    companyTokenA: [[A, { i: 'companyId', sp: 'A', ep: 'A' }]],
    locationTokenA: [[A, { i: 'locationId', sp: 'L1', ep: 'L1' }]],
    masterToken: [
      [A, { i: 'companyId', sp: 'A', ep: 'A' }],
      [A, { i: 'locationId', sp: 'L1', ep: 'L1' }],
    ],
  };

  test.each(Object.entries(OWN))(
    "reject a query by %s that covers only a range of the tenant's data",
    async (caller, own) => {
      for (const [path, query] of own) {
        const queries = [query, ...Object.values(CUTS).map((cut) => ({ ...query, ...cut }))];
        for (const action of ['q', 'g']) {
          const statuses = await overSocket(
            caller as Caller,
            queries.map((q, t) => ({ a: action, b: { p: `/${path}`, h: '', q, t } })),
          );
          expect(statuses).toEqual(['ok', ...Object.keys(CUTS).map(() => 'permission_denied')]);
        }
      }
    },
  );

  const WINDOWS = [
    { l: 5, vf: 'l' },
    { i: '.key', sp: 'a' },
    { i: '.key', l: 2, vf: 'r' },
    { sp: null, sn: 'a' },
    { i: 'made-up', ep: null },
    { i: '.value', ep: null, en: 'x' },
  ];
  test.each([
    ['masterToken', A],
    ['master', `${A}/P1`],
    ['companyA', `${A}/P1`],
    ['locationA', `${A}/P1`],
    ['master', 'companies'],
    ['master', 'locations'],
    ['staff', `${A}/P1`],
    ['master', 'summaries/all'],
    ['companyA', 'summaries/companies/A'],
    ['locationA', 'summaries/locations/L1'],
    ['companyA', 'companies/A'],
    ['companyA', 'locations/L1'],
    ['companyA', 'users/companyA/profile'],
    ['employeeA', 'access/s-employeeA'],
  ] as const)('let %s read %s either as a whole or not at all', async (caller, path) => {
    const statuses = await overSocket(
      caller,
      [{}, ...WINDOWS].map((q, t) => ({ a: 'q', b: { p: `/${path}`, h: '', q, t } })),
    );
    expect(statuses).toEqual(['ok', ...WINDOWS.map(() => 'permission_denied')]);
  });
});

describe('the realtime rules for writing', () => {
  test.each(EVERYONE)(
    'let %s make exactly the permitted writes over REST and WebSocket, and store nothing from a rejected write',
    async (caller) => {
      for (const { title, path, changes, allowed } of WRITES) {
        const may = allowed.includes(caller);
        for (const way of ['REST', 'WebSocket']) {
          await realtime.admin.set('/', TREE);
          const body = changes(caller);
          const stored =
            way === 'REST'
              ? (await rest(caller, path, '', { method: 'PATCH', body: JSON.stringify(body) })).ok
              : (await overSocket(caller, [{ a: 'm', b: { p: `/${path}`, d: body } }]))[0] === 'ok';
          expect(`${title} by ${way}: ${stored}`).toBe(`${title} by ${way}: ${may}`);
          if (!may) expect(await realtime.admin.get('/')).toEqual(TREE);
        }
      }
    },
  );
});

test('revoking or restoring the permission to move poles takes effect on connections that are already open', async () => {
  await realtime.admin.set('/', TREE);
  const live = new Live(`http://127.0.0.1:${port}`, {});
  await live.opened;
  expect(await live.ask('gauth', { cred: 'employeeA' })).toBe('ok');
  const send = (id: string) => live.ask('m', { p: `/${A}/P1`, d: command('employeeA', { id }) });
  expect(await send('one')).toBe('ok');
  await realtime.admin.set('access/s-employeeA', 'look');
  expect(await send('two')).toBe('permission_denied');
  await realtime.admin.set('access/s-employeeA', true);
  expect(await send('three')).toBe('ok');
});

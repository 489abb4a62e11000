import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from '../../testing/people.ts';
import { type Running, start } from '../start.ts';

/** These tests read the metrics of the whole server as Prometheus does. */

const TOKEN = 'a-token-of-thirty-two-characters-or-more';
const DASHBOARD = path.resolve(import.meta.dirname, '../../../../../deploy/grafana-dashboard.json');
const DOCS = path.resolve(import.meta.dirname, '../../../../../docs/integrations.md');

let server: Running;
let master: Person;
beforeAll(async () => {
  server = await start({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: TOKEN,
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-metrics-')),
    },
    demo: true,
    reset: false,
    print: () => {},
  });
  master = await signIn(server.url, 'master');
});
afterAll(() => server.stop());

const ask = (authorization?: string, more = '') =>
  fetch(`${server.url}/metrics${more}`, { headers: authorization ? { authorization } : {} });
const metrics = async () => (await ask(`Bearer ${TOKEN}`)).text();

test('the metrics require a token in the header', async () => {
  expect((await ask()).status).toBe(401);
  expect((await ask('Bearer something else')).status).toBe(401);
  expect((await ask(undefined, `?token=${TOKEN}&auth=${TOKEN}`)).status).toBe(401);
  const answer = await ask(`Bearer ${TOKEN}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
});

test('the metrics count requests by route pattern, never by an ID or IP address', async () => {
  const [flag] = (await (await master.get('/api/flags')).json()) as { id: string }[];
  await master.get(`/api/flags/${flag?.id}/keys`);
  await master.get('/api/no/such/call');
  const text = await metrics();
  expect(text).toContain(
    'halyard_http_request_seconds_count{method="GET",route="/api/flags/:id/keys",status="200"} 1',
  );
  expect(text).not.toContain(flag?.id);
  expect(text).not.toContain('no/such/call');
});

test('the metrics count poles, writes and commits', async () => {
  const text = await metrics();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const flags = (await (await master.get('/api/flags')).json()) as object[];
  expect(
    value('halyard_poles\\{state="online"\\}') + value('halyard_poles\\{state="offline"\\}'),
  ).toBe(flags.length);
  expect(value('halyard_realtime_commit_seconds_count')).toBeGreaterThan(0);
  expect(value('halyard_realtime_connections\\{kind="socket"\\}')).toBe(0);
  expect(value('halyard_poles_voltage_alert')).toBe(0);
  expect(value('halyard_outbox_length')).toBe(0);
  expect(value('halyard_commands_total\\{outcome="confirmed"\\}')).toBe(0);
});

test('the metrics contain everything that the supplied dashboard uses', async () => {
  const text = await metrics();
  const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const asked = dashboard.panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .flatMap((expr) => expr.match(/\b(?:halyard|process|nodejs)_\w+/g) ?? []);
  expect(new Set(asked).size).toBeGreaterThan(12);
  const there = new Set(text.match(/^\w+/gm));
  expect(asked.filter((name) => !there.has(name))).toEqual([]);
});

test('the documentation describes every metric, and only metrics that exist', async () => {
  const names = new Set(Array.from((await metrics()).matchAll(/^# TYPE (halyard_\w+)/gm), one));
  const documented = Array.from(readFileSync(DOCS, 'utf8').matchAll(/`(halyard_\w+)/g), one);
  expect(documented.filter((name) => !name.endsWith('_')).sort()).toEqual([...names].sort());
});
const one = ([, name = '']: RegExpMatchArray) => name;

test('the metrics say whether the server is ready, and whether it is healthy', async () => {
  for (const url of ['/healthz', '/readyz'])
    expect([url, (await fetch(server.url + url)).status]).toEqual([url, 200]);
});

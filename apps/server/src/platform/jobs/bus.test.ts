import pg from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { type Bus, localBus, postgresBus } from './bus.ts';

const url = process.env.TEST_DATABASE_URL;
const log = pino({ level: 'silent' });
const open: Bus[] = [];
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close();
});

async function opened(bus: Bus | Promise<Bus>): Promise<Bus> {
  const one = await bus;
  open.push(one);
  return one;
}

test('a single process delivers messages on a topic until the subscription ends', async () => {
  const bus = await opened(localBus());
  const heard: unknown[] = [];
  const end = bus.subscribe('connections-end', (message) => heard.push(message));
  await bus.publish('connections-end', { userId: 'u1' });
  await bus.publish('outbox-done', null);
  end();
  await bus.publish('connections-end', { userId: 'u2' });
  expect(heard).toEqual([{ userId: 'u1' }]);
});

describe.skipIf(url === undefined)('messages between processes, over PostgreSQL', () => {
  const newBus = () => opened(postgresBus(url!, log));

  test('reach every process in order, including the one that sent them', async () => {
    const [a, b] = [await newBus(), await newBus()];
    const heard: [string, unknown][] = [];
    a.subscribe('connections-end', (message) => heard.push(['a', message]));
    b.subscribe('connections-end', (message) => heard.push(['b', message]));
    for (const userId of ['1', '2']) await a.publish('connections-end', { userId });
    await expect.poll(() => heard.length).toBe(4);
    expect(heard.filter(([who]) => who === 'b')).toEqual([
      ['b', { userId: '1' }],
      ['b', { userId: '2' }],
    ]);
  });

  test('are rejected if they are too long for PostgreSQL, instead of being cut off', async () => {
    const bus = await newBus();
    await expect(bus.publish('connections-end', { userId: 'x'.repeat(8000) })).rejects.toThrow(
      'too long',
    );
  });

  test('arrive as usual once a lost connection is restored; until then, sending them causes no error', async () => {
    const [a, b] = [await newBus(), await newBus()];
    let heard = 0;
    b.subscribe('outbox-done', () => heard++);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'halyard-bus' and datname = current_database()",
    );
    await admin.end();
    await expect
      .poll(async () => {
        await a.publish('outbox-done', null);
        return heard;
      })
      .toBeGreaterThan(0);
  });
});

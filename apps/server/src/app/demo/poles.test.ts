import {
  type FlagRecord,
  newCommand,
  readRecord,
  type SwitchField,
  withSwitch,
} from '@halyard/domain';
import { type ArduinoPole, type Fleet, startArduinoReplay, startFleet } from '@halyard/poles';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hardwarePath } from '../../realtime/outbox/mirroredChanges.ts';
import { type DeviceSide, startDeviceSide } from './testing/realtime.ts';

const OWNER = 'company-1';
const OFF = { flagUp: false, flagDown: false, flagHalf: false, lamp: false };
const keyOf = (flagId: string) => `key-of-${flagId}`;

let side: DeviceSide;
let flags = 0;
let flagId: string;
let fleet: Fleet | undefined;
let arduino: ArduinoPole | undefined;

beforeAll(async () => {
  side = await startDeviceSide((key) => (key.startsWith('key-of-') ? key.slice(7) : null));
});
afterAll(() => side.close());

/** Gives each test its own flag, with the data that the server writes to the realtime database. */
beforeEach(async () => {
  flagId = `flag-${++flags}`;
  await side.admin.set(path(), { id: flagId, companyId: '1', locationId: '1-a-1' });
});
afterEach(async () => {
  await fleet?.stop();
  arduino?.close();
  fleet = arduino = undefined;
});

const address = () => ({ ownerId: OWNER, flagId });
const path = () => hardwarePath(address());
const until = (condition: (record: FlagRecord) => boolean) => side.until(address(), condition);
const reports = (field: SwitchField) => (record: FlagRecord) => record.reported[field] === true;

/** Writes a command as a browser does. */
async function command(field: SwitchField, on = true): Promise<void> {
  const given = { by: 'u', id: `c${++flags}`, issuedAt: Date.now() };
  const update = newCommand(
    readRecord(await side.admin.get(path())),
    withSwitch(OFF, field, on),
    given,
  );
  await side.admin.update(path(), { ...update });
}

function startPole(behaviour: 'normal' | 'string-voltage' | 'no-switches' = 'normal'): Fleet {
  const pole = { ...address(), key: keyOf(flagId), name: 'Main Gate', behaviour };
  const timing = { travelMin: 10, travelMax: 30, lamp: 5 };
  fleet = startFleet({ server: side.url, poles: [pole], timing });
  return fleet;
}

async function startReplay(key = keyOf(flagId)): Promise<ArduinoPole> {
  const target = { host: '127.0.0.1', port: side.port, ...address() };
  arduino = await startArduinoReplay({ ...target, key });
  return arduino;
}

describe('a simulated pole on the real server (protocol §15, §16)', () => {
  test('sends its name and state, and does not change server-owned fields', async () => {
    startPole();
    const record = await until((r) => r.lastSeen !== null);
    expect(record.deviceName).toBe('Main Gate');
    expect(record.voltage).toBeGreaterThan(40);
    expect(Object.keys(record.reported).sort()).toEqual(['flagDown', 'flagHalf', 'flagUp', 'lamp']);
    expect(await side.admin.get(path())).toMatchObject({ id: flagId, companyId: '1' });
  });

  test('carries out one command after another', async () => {
    startPole();
    await until((r) => r.lastSeen !== null);
    for (const field of ['flagDown', 'flagHalf', 'lamp', 'flagUp'] as const) {
      await command(field);
      await until(reports(field));
    }
    expect(fleet?.stats().problems).toBe(0);
  });

  test('reconnects when the server ends its stream, and executes the commands that it missed', async () => {
    startPole();
    await until((r) => r.lastSeen !== null);
    side.server.disconnect((identity) => identity.auth?.token.flagId === flagId);
    await command('flagHalf');
    await until(reports('flagHalf'));
  });

  test('reports its voltage as a string if configured to', async () => {
    startPole('string-voltage');
    await until((r) => r.lastSeen !== null);
    expect(await side.admin.get(`${path()}/voltage`)).toBe('42.7');
  });
});

describe('a client that sends the same bytes as the Arduino library to the real server (protocol §17)', () => {
  test("reads its flag's data from the first event of a stream that does not use chunked encoding", async () => {
    const pole = await startReplay();
    await until((r) => r.lastSeen !== null);
    expect(pole.streamHead()).toMatchObject({ status: 200, sse: true, chunked: false });
    expect(pole.events[0]).toMatchObject({ event: 'put', path: '/' });
    expect(JSON.parse(pole.events[0]!.data)).toMatchObject({ id: flagId });
  });

  test('carries out a command and reports the result', async () => {
    const pole = await startReplay();
    await until((r) => r.lastSeen !== null);
    await command('flagDown');
    const record = await until(reports('flagDown'));
    expect(record.reported.flagUp).toBe(false);
    expect(record.deviceName).toBe('Arduino replay');
    expect(pole.events.at(-1)?.event).toMatch(/put|patch/);
  });

  test('ends up in the position of the last of 20 rapid commands, even though it processes one event at a time', async () => {
    await startReplay();
    await until((r) => r.lastSeen !== null);
    for (let i = 0; i < 20; i++) await command(i % 2 ? 'flagDown' : 'flagUp');
    await command('flagHalf');
    await until(reports('flagHalf'));
  });

  test('sends several requests over one connection, and can ask for responses without data', async () => {
    const pole = await startReplay();
    const patched = await pole.update('{"voltage":41.5,"reported/lamp":true}');
    expect(patched).toMatchObject({ status: 200, chunked: false, contentLength: 37 });
    expect(JSON.parse(patched.body)).toEqual({ voltage: 41.5, 'reported/lamp': true });
    expect((await pole.update('{"voltage":41.6}', { waiting: true })).status).toBe(204);
    const read = await pole.get('/voltage');
    expect(read).toMatchObject({ status: 200, body: '41.6', contentLength: 4 });
    expect(read.etag).not.toBe('');
    expect((await pole.set('/voltage', '41.7')).status).toBe(200);
    expect((await pole.get('/nothing-here')).etag).toBe('null_etag');
    expect(pole.isRequestConnectionOpen()).toBe(true);
  });

  test('cannot write switches, commands or server-owned fields', async () => {
    const pole = await startReplay();
    for (const json of ['{"flagUp":true}', '{"companyId":"2"}', '{"command/id":"x"}'])
      expect([json, (await pole.update(json)).status]).toEqual([json, 401]);
    expect((await pole.update('{"voltage":')).status).toBe(400);
    pole.close();
    const stranger = await startReplay('key-of-another');
    expect((await stranger.update('{"voltage":1}')).status).toBe(401);
    expect(await side.admin.get(`${path()}/companyId`)).toBe('1');
  });

  test('receives auth_revoked when its key is revoked', async () => {
    let closed: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const target = { host: '127.0.0.1', port: side.port, ...address(), key: keyOf(flagId) };
    const pole = await startArduinoReplay({ ...target, onClose: () => closed() });
    // The library reads only the first of two events in one packet, so wait until the server has
    // sent the client's own report back.
    await expect.poll(() => pole.events.at(-1)?.data).toContain('lastSeen');
    side.server.disconnect((identity) => identity.auth?.token.flagId === flagId);
    await ended;
    expect(pole.events.at(-1)?.event).toBe('auth_revoked');
    pole.close();
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Behaviour } from './behaviours.ts';
import { type Fleet, type FleetOptions, type FleetPole, startFleet } from './fleet.ts';
import { type DeviceServer, startDeviceServer } from './testing/deviceServer.ts';

const QUICK = { travelMin: 20, travelMax: 40, lamp: 5 };
const pole = (behaviour: Behaviour = 'normal', flagId = 'f:1'): FleetPole => ({
  ownerId: 'company-1',
  flagId,
  key: 'k/+ä',
  name: 'Front gate',
  behaviour,
});

let device: DeviceServer;
let fleet: Fleet | undefined;
let problems: string[];

beforeEach(async () => {
  device = await startDeviceServer();
  problems = [];
});
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
  await device.close();
});

function start(poles: FleetPole[], more: Partial<FleetOptions> = {}): Fleet {
  fleet = startFleet({
    server: device.url,
    poles,
    timing: QUICK,
    onProblem: (_, reason) => problems.push(reason),
    ...more,
  });
  return fleet;
}

describe('a simulated fleet over real sockets', () => {
  test('opens the event stream of each pole with its own device key, and sends each report as one update with keys such as "reported/lamp"', async () => {
    start([pole()]);
    await device.until(() => device.patches.length === 1);
    const { url, headers } = device.streamRequests[0]!;
    expect(url).toBe('/users/company-1/hardware/f%3A1.json?auth=k%2F%2B%C3%A4');
    expect(headers.accept).toBe('text/event-stream');
    expect(device.patches[0]!.url).toBe(url);
    expect(Object.keys(device.patches[0]!.body).sort()).toEqual([
      'deviceName',
      'reported/flagDown',
      'reported/flagHalf',
      'reported/flagUp',
      'reported/lamp',
      'reported/lastSeen',
      'voltage',
    ]);
  });

  test('moves a pole when it gets a command, and reports the move on the same connection', async () => {
    start([pole()]);
    await device.until(() => device.patches.length === 1);
    device.send('patch', { path: '/', data: { flagUp: false, flagHalf: false, flagDown: true } });
    await device.until(() => device.patches.at(-1)!.body['reported/flagDown'] === true);
    device.send('patch', { path: '/', data: { flagDown: false, flagHalf: true } });
    await device.until(() => device.patches.at(-1)!.body['reported/flagHalf'] === true);
    expect(new Set(device.patches.map(({ port }) => port)).size).toBe(1);
    expect(problems).toEqual([]);
  });

  test('sends a report once more if the server has closed the idle connection', async () => {
    start([pole()]);
    await device.until(() => device.patches.length === 1);
    let cut = 0;
    device.onPatch = (request) => {
      if (cut++ > 0) return false;
      request.socket.resetAndDestroy();
      return true;
    };
    device.send('put', { path: '/flagDown', data: true });
    await device.until(() => device.patches.length === 3);
    expect(device.patches[2]!.body).toEqual(device.patches[1]!.body);
    expect(problems).toEqual([]);
  });

  test.each([
    ['ends', (response: { end(): void }) => response.end(), 'the stream ended'],
    ['is canceled', () => device.send('cancel', null), 'the server canceled the stream'],
    ['is revoked', () => device.send('auth_revoked', 'x'), 'the key is no longer valid'],
    ['is not JSON', () => device.streams[0]!.write('event: put\ndata: {\n\n'), 'bad event'],
  ])('reconnects after its stream %s', async (_, lose, reason) => {
    start([pole()]);
    await device.until(() => device.patches.length === 1);
    lose(device.streams[0]!);
    await device.until(() => device.streams.length === 2);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
  });

  test('reconnects after a refusal, and follows a redirect as the Arduino library does', async () => {
    const answers = [401, 307];
    device.onStream = (_, response) => {
      const status = answers.shift();
      if (status === undefined) return false;
      response.writeHead(status, status === 307 ? { Location: `${device.url}/moved.json` } : {});
      response.end();
      return true;
    };
    start([pole()]);
    await device.until(() => device.patches.length === 1);
    expect(device.streamRequests.at(-1)!.url).toBe('/moved.json');
    expect(problems).toEqual(['the stream was answered with 401']);
  });

  test('counts its connected poles, and never connects a pole whose behavior is "offline"', async () => {
    start([pole(), pole('offline', 'gone'), pole('normal', 'f3')]);
    await device.until(() => device.patches.length === 2);
    expect(fleet!.stats()).toMatchObject({ poles: 3, connected: 2, problems: 0 });
    expect(device.streamRequests.map(({ url }) => url).join()).not.toContain('gone');
  });

  test('counts a rejected report as a problem, and continues', async () => {
    device.onPatch = (_, response) => {
      response.writeHead(401).end();
      return true;
    };
    const problem = new Promise<string>((resolve) => {
      start([pole()], { onProblem: (_, reason) => resolve(reason) });
    });
    expect(await problem).toBe('the report was answered with 401');
    expect(fleet!.stats().connected).toBe(1);
  });

  test('stops every pole, including one that is sending a report', async () => {
    device.onPatch = () => true;
    start([pole()]);
    await device.until(() => device.patches.length === 1);
    await fleet!.stop();
    expect(fleet!.stats().connected).toBe(0);
    expect(problems).toEqual([]);
  });

  test('rejects a server URL with a path', () => {
    expect(() => startFleet({ server: 'http://x/path', poles: [] })).toThrow('only host and port');
  });
});

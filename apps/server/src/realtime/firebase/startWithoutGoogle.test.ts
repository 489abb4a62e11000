import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isFull } from '../../testing/full.ts';
import { fillServer, startOn } from '../../testing/google/console.ts';
import { type GoogleStandIn, startGoogle } from '../../testing/google/start.ts';

let google: GoogleStandIn;
beforeAll(async () => {
  google = await startGoogle();
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.env.FIREBASE_AUTH_EMULATOR_HOST);
});
afterAll(async () => {
  await google.stop();
  vi.unstubAllEnvs();
});

// This test runs only with HALYARD_FULL, because it waits as long as the SDK does.
test.skipIf(!isFull)(
  'Halyard starts and serves requests while Google cannot be reached, and sends its changes to Firebase later',
  async () => {
    await google.databaseAway();
    const { server, printed } = await startOn(google);
    onTestFinished(() => server.stop());
    const { companyId, locationId, master } = await fillServer(server.url, printed.join('\n'));
    await google.databaseBack();
    const inProject = (path: string) => google.realtime.admin.get(path);
    await expect.poll(() => inProject(`companies/${companyId}/name`)).toBe('Acme');
    await expect.poll(() => inProject(`locations/${locationId}/name`)).toBe('North');
    const answer = await master.post('/api/realtime-token', {});
    const { sid } = (await answer.json()) as { sid: string };
    await expect.poll(() => inProject(`access/${sid}`)).toBe(true);
    await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);

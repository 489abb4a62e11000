import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../../../../scripts/postgres.mjs';
import { move, nodeOf, positions, startDemoServer } from '../../testing/demoServer.ts';
import { takeOver } from './testing/sessions.ts';

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a process logs no activity, rejects API calls and stops if another process has taken over its data',
  // This test is slow because it starts two servers, each with the demo data.
  { timeout: 60_000 },
  async () => {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-takeover-')),
    };
    let isLost = false;
    const first = await startDemoServer(env, () => {
      isLost = true;
    });
    // Stop the clock, so that nothing times out before the other process takes over the data.
    first.clock.stoppedAt = Date.now();
    const [flag, other] = [first.nextFlag(), first.nextFlag()];
    await first.report(flag, { ...positions('flagUp'), lamp: false });
    const live = await first.connect(first.eve);
    const down = move(first.eve, 'flagDown');
    expect(await live.ask('m', { p: nodeOf(flag), d: down })).toBe('ok');
    const withoutCommand = { p: nodeOf(other), d: positions('flagUp') };
    expect(await live.ask('m', withoutCommand)).toBe('permission_denied');

    // As after a network failure, PostgreSQL releases the lock, and another process takes it.
    await takeOver(database.url);
    const next = await startDemoServer(env);
    onTestFinished(() => next.stop());
    await next.report(flag, { ...positions('flagDown'), lamp: false });
    const entries = async () =>
      [...(await next.commandsOf(flag)), ...(await next.commandsOf(other))].map(
        ({ outcome }) => outcome,
      );
    await expect.poll(entries).toEqual(['confirmed']);

    // The first process has not noticed that the pole has moved, and still has to log a refusal.
    first.clock.stoppedAt += 60_000;
    await expect.poll(() => isLost).toBe(true);
    const command = { switches: [{ id: 'sw1', state: true }] };
    const refused = await first.master.patch(`/api/flags/${first.nextFlag().id}`, command);
    expect(refused.status).toBe(503);
    await first.stop();
    expect(await entries()).toEqual(['confirmed']);
  },
);

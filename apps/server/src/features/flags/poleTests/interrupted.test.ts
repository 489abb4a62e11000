import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  currentPosition,
  newestPositionRequest,
  ONLINE_SECONDS,
  type PoleCheck,
  type Position,
} from '@halyard/domain';
import { startFleet } from '@halyard/poles';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { reservePort } from '../../../../../../scripts/lib/ports.mjs';
import { start } from '../../../app/start.ts';
import { fillServer } from '../../../testing/google/console.ts';
import { serverCommandId } from '../../fleet/sendCommands/commandFlag.ts';
import { createEngineWorld, type EngineWorld } from '../../halfStaff/testing/engineWorld.ts';
import { advanceTest } from './advance.ts';
import { createPoleTests } from './poleTests.ts';
import { findTest, type PoleTestRow, storeTest, updateTest } from './queries.ts';

test('a pole test that is interrupted by a restart moves the pole back and ends', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-pole-test-'));
  const port = String(await reservePort());
  const env = { PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const startIt = () => start({ env, demo: false, reset: false, print });
  let server = await startIt();
  const { master, addFlag } = await fillServer(server.url, printed.join('\n'));
  const flag = await addFlag('POLE-1', { moveTimeout: 60 });
  const pole = { ownerId: flag.firebaseUserId, flagId: 'POLE-1', key: flag.deviceKey!, name: 'P' };
  // The pole moves slowly, so that the test can be interrupted.
  const timing = { travelMin: 2000, travelMax: 2000, reportEvery: 2000 };
  const poles = [{ ...pole, behaviour: 'normal' as const }];
  const fleet = startFleet({ server: server.url, poles, timing });
  const check = async () =>
    (await (await master.get(`/api/flags/${flag.id}/test`)).json()) as PoleCheck;
  try {
    await expect.poll(async () => (await check()).obstacle).toBe(null);
    const before = currentPosition((await check()).live);
    expect((await master.post(`/api/flags/${flag.id}/test`, {})).status).toBe(201);
    expect((await check()).test?.phase).toBe('moving');
    await server.stop();
    server = await startIt();
    await expect.poll(async () => (await check()).test?.endedAt).toEqual(expect.any(Number));
    const after = await check();
    expect(after.test).toMatchObject({ phase: 'passed', problem: null });
    expect(currentPosition(after.live)).toBe(before);
    expect(after.obstacle).toBe(null);
  } finally {
    await fleet.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe('an interrupted pole test', () => {
  const START = '2026-06-10T12:00:00Z';
  const INTERRUPTED =
    'The test was interrupted, for example by a restart of the server. Test the pole again.';
  let world: EngineWorld;
  afterEach(() => world.close());

  /**
   * Creates a pole that a user has raised, and stores a pole test whose command has not been sent
   * yet.
   */
  async function stored() {
    world = await createEngineWorld(START);
    const pole = await world.addPole({ position: 'down' });
    await world.switchByHand(pole, { flagUp: true });
    await world.goTo(world.now() + 60_000);
    pole.moves.length = 0;
    const { link, db } = world.services;
    const row = {
      flag_id: pole.id,
      user_id: world.ctx.actor.id,
      username: 'master',
      phase: 'moving' as const,
      command_id: serverCommandId(),
      restore_command_id: serverCommandId(),
      position: 'half' as Position,
      position_before: 'up' as Position,
      request_before: JSON.stringify(newestPositionRequest(link.record(pole))),
      started_at: world.now(),
      restored_at: null,
      took_ms: null,
      problem: null,
      ended_at: null,
    };
    await db.transaction((trx) => storeTest(trx, row));
    const latest = async () => (await findTest(db.queries, pole.id))!;
    const send = async () => {
      const given = { id: row.command_id, by: row.user_id };
      await link.command(pole, { flagHalf: true }, given);
      await world.idle();
    };
    /** Runs a newly started process for a few minutes. */
    const restart = async (): Promise<PoleTestRow> => {
      const since = world.now();
      for (let seconds = 0; seconds < ONLINE_SECONDS; seconds++) {
        const test = await latest();
        if (test.ended_at !== null) return test;
        await advanceTest(world.services, test, since);
        await world.passTo(world.now() + 1000);
        await world.report();
      }
      throw new Error('The test does not end');
    };
    return { pole, latest, send, restart };
  }

  test('fails without moving the pole if the command had not been sent', async () => {
    const { pole, restart } = await stored();
    await world.passTo(world.now() + 3_600_000);
    expect(await restart()).toMatchObject({ phase: 'failed', problem: INTERRUPTED });
    expect(pole.moves).toEqual([]);
  });

  test('resumes when the server restarts, and moves the pole back if that has not happened yet', async () => {
    const { pole, latest, send, restart } = await stored();
    await send();
    const restoring = { phase: 'restoring' as const, restored_at: world.now(), took_ms: 1000 };
    await updateTest(world.services.db.queries, await latest(), restoring);
    await world.passTo(world.now() + 3_600_000);
    expect(await restart()).toMatchObject({ phase: 'passed', problem: null, took_ms: 1000 });
    expect(pole.moves).toEqual(['half', 'up']);
  });

  test('ends as interrupted, without blaming the pole, if the server could not receive reports for an hour', async () => {
    const { pole, send, restart } = await stored();
    pole.isOnline = false;
    await send();
    await world.passTo(world.now() + 3_600_000);
    pole.isOnline = true;
    pole.position = 'half';
    expect(await restart()).toMatchObject({
      ...{ phase: 'failed', problem: INTERRUPTED, took_ms: null },
    });
    expect(pole.position).toBe('up');
  });

  test('marks its background job as failed if a step fails', async () => {
    await stored();
    const { db, link } = world.services;
    const error = new Error('The database is away.');
    const record = vi.spyOn(link, 'record').mockImplementation(() => {
      throw error;
    });
    const failed = vi.fn();
    const { signal } = new AbortController();
    const { job } = createPoleTests(world.services);
    const work = await job.begin({ db, signal, kick: () => undefined, failed });
    await work.round();
    expect(failed).toHaveBeenCalledWith(error);
    record.mockRestore();
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Activity, Flag } from '@halyard/domain';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../../../scripts/postgres.mjs';
import { openDatabase } from '../../platform/database/database.ts';
import { nodeOf, positions } from '../../testing/demoServer.ts';
import { engines } from '../../testing/engines.ts';
import { freshCommand } from '../../testing/freshCommand.ts';
import { isFull } from '../../testing/full.ts';
import { type Person, signIn } from '../../testing/people.ts';
import { kill, type ServerProcess, startServerProcess } from '../../testing/serverProcess.ts';

const COMMANDS = 15;

/** Sends one command to each flag. The poles carry them out immediately. */
async function commandAndFollow({ url, fleet }: ServerProcess, person: Person): Promise<void> {
  const flags = (await (await person.get('/api/flags')).json()) as Flag[];
  for (const { id, flagId } of flags.slice(0, COMMANDS)) {
    const switches = [{ id: 'sw4', state: true }];
    expect((await person.patch(`/api/flags/${id}`, { switches })).status).toBe(200);
    const pole = fleet.find((entry) => entry.flagId === flagId);
    const place = `${url}/users/${pole?.ownerId}/hardware/${flagId}`;
    const body = JSON.stringify({ lamp: true });
    const said = await fetch(`${place}/reported.json?auth=${pole?.key}`, { method: 'PATCH', body });
    expect(said.status).toBe(200);
  }
}

const confirmed = async (person: Person): Promise<string[]> => {
  const answer = await person.get('/api/activity?category=commands&limit=200');
  const { entries } = (await answer.json()) as { entries: Activity[] };
  return entries.filter(({ outcome }) => outcome === 'confirmed').map(({ flagId }) => flagId ?? '');
};

test.each(engines)(
  'every command is logged exactly once, even if the server is killed with kill -9, on %s',
  { timeout: 60_000 },
  async (engine) => {
    const database = engine === 'postgres' ? await createDatabase() : null;
    const env = {
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-activity-')),
      ...(database && { DATABASE_URL: database.url }),
    };
    const first = await startServerProcess(env);
    await commandAndFollow(first, await signIn(first.url, 'master'));
    await kill(first.child);
    for (let life = 0; life < 2; life++) {
      const next = await startServerProcess(env);
      const person = await signIn(next.url, 'master');
      await expect.poll(async () => (await confirmed(person)).length).toBe(COMMANDS);
      expect(new Set(await confirmed(person)).size).toBe(COMMANDS);
      await kill(next.child);
    }
    await database?.drop();
  },
);

/**
 * The number of poles that get commands repeatedly and in parallel. Every second pole carries them
 * out.
 */
const AT_ONCE = 12;
/** How many commands the server must confirm before the test kills it. */
const ACKNOWLEDGED = 250;

/**
 * Sends commands to poles, alternately through the realtime database and the API, until the server
 * is killed.
 * @returns the IDs of the commands that the server confirmed, by flag, in the order that they were
 * sent
 */
async function commandUntilKilled({ child, url, fleet }: ServerProcess): Promise<string[][]> {
  const person = await signIn(url, 'company');
  const made = await person.post('/api/tokens', {
    ...{ name: 'Poles', scope: 'switch', expiresInDays: null },
  });
  const { secret } = (await made.json()) as { secret: string };
  const flags = (await (await person.get('/api/flags')).json()) as Flag[];
  let count = 0;
  const commandOn = async (flag: Flag, follows: boolean): Promise<string[]> => {
    const { key } = fleet.find(({ flagId }) => flagId === flag.flagId)!;
    const node = `${url}${nodeOf(flag)}`;
    const acknowledged: string[] = [];
    const patch = async (place: string, body: object) => {
      const answer = await fetch(place, { method: 'PATCH', body: JSON.stringify(body) });
      expect(answer.status).toBe(200);
    };
    try {
      for (let i = 0; ; i++) {
        const to = positions(i % 4 < 2 ? 'flagDown' : 'flagUp');
        if (i % 2 === 0) {
          const command = freshCommand(person.user.id);
          await patch(`${node}.json?auth=${secret}`, { ...to, command });
          acknowledged.push(command.id);
        } else {
          const switches = [{ id: 'sw4', state: i % 4 < 2 }];
          const answer = await person.patch(`/api/flags/${flag.id}`, { switches });
          const { live } = (await answer.json()) as Flag;
          acknowledged.push(live.command!.id);
        }
        if (++count === ACKNOWLEDGED) child.kill('SIGKILL');
        if (follows) await patch(`${node}/reported.json?auth=${key}`, { ...to, lamp: i % 4 < 2 });
      }
    } catch (error) {
      // The server has been killed.
      if (!(error instanceof TypeError)) throw error;
    }
    return acknowledged;
  };
  const some = flags.slice(0, AT_ONCE);
  const commanded = await Promise.all(some.map((flag, i) => commandOn(flag, i % 2 === 0)));
  await new Promise((resolve) => {
    if (child.signalCode !== null) resolve(undefined);
    else child.once('exit', resolve);
  });
  return commanded;
}

/**
 * How many times the server is started after the kill. `commandLog.test.ts` also checks that a
 * restart does not write entries twice.
 */
const LIVES = 3;
const LAST = ['confirmed', 'lapsed', 'replaced', 'cancelled'] as const;

test.runIf(isFull).each(engines)(
  'on %s, the end of each confirmed command is logged exactly once, even if the server is killed with kill -9 under load',
  // This test starts two servers, each with the demo data.
  { timeout: 90_000 },
  async (engine) => {
    const database = engine === 'postgres' ? await createDatabase() : null;
    const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-killed-'));
    const env = { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) };
    const commanded = await commandUntilKilled(await startServerProcess(env));
    // The last command of each flag is still open, or the server stored a later command without
    // confirming it.
    const replaced = commanded.flatMap((ids) => ids.slice(0, -1));
    expect(replaced.length).toBeGreaterThan(ACKNOWLEDGED - 2 * AT_ONCE);
    for (let life = 0; life < LIVES; life++) {
      const next = await startServerProcess(env);
      const db = await openDatabase(database ? { databaseUrl: database.url } : { dataDir });
      const ends = async () => {
        const rows = await db.queries
          .selectFrom('activity')
          .select('command_id as id')
          .where('outcome', 'in', LAST)
          .execute();
        return replaced.map((id) => rows.filter((row) => row.id === id).length);
      };
      await expect.poll(ends).toEqual(replaced.map(() => 1));
      await db.close();
      await kill(next.child);
    }
    await database?.drop();
  },
);

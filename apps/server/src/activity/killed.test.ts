import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Activity, Flag } from '@halyard/domain';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../../scripts/postgres.mjs';
import { engines } from '../testing/engines.ts';
import { type Person, signIn } from '../testing/people.ts';
import { kill, type ServerProcess, startServerProcess } from '../testing/serverProcess.ts';

const COMMANDS = 15;

/** Commands each flag once; its pole follows at once. */
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

/** Each start of a server takes seconds: both engines in the long run alone. */
const TRIED = process.env.HALYARD_FULL ? engines : engines.slice(0, 1);

test.each(TRIED)(
  'after kill -9 every command is in the log, once, on %s',
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

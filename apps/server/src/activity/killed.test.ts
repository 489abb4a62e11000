import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Activity, Flag } from '@halyard/domain';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../../scripts/postgres.mjs';
import type { FleetEntry } from '../demo/fleet.ts';
import type { ReadyMessage } from '../main.ts';
import { engines } from '../testing/engines.ts';
import { type Person, signIn } from '../testing/people.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const COMMANDS = 15;

interface Server {
  child: ChildProcess;
  url: string;
  fleet: FleetEntry[];
}

async function startServer(env: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', MAIN, '--demo'],
    {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const { url, fleetFile } = await new Promise<ReadyMessage>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ReadyMessage));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  return { child, url, fleet: JSON.parse(readFileSync(fleetFile ?? '', 'utf8')) };
}

const kill = ({ child }: Server) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

/** Commands each flag once; its pole follows at once. */
async function commandAndFollow({ url, fleet }: Server, person: Person): Promise<void> {
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

test.each(TRIED)('after kill -9 every command is in the log, once, on %s', async (engine) => {
  const database = engine === 'postgres' ? await createDatabase() : null;
  const env = {
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-activity-')),
    ...(database && { DATABASE_URL: database.url }),
  };
  const first = await startServer(env);
  await commandAndFollow(first, await signIn(first.url, 'master'));
  await kill(first);
  for (let life = 0; life < 2; life++) {
    const next = await startServer(env);
    const person = await signIn(next.url, 'master');
    await expect.poll(async () => (await confirmed(person)).length).toBe(COMMANDS);
    expect(new Set(await confirmed(person)).size).toBe(COMMANDS);
    await kill(next);
  }
  await database?.drop();
});

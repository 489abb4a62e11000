import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flag, Import, ImportPlan, Location } from '@halyard/domain';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../../../scripts/postgres.mjs';
import { engines } from '../../testing/engines.ts';
import { isFull } from '../../testing/full.ts';
import { signIn } from '../../testing/people.ts';
import { kill, startServerProcess } from '../../testing/serverProcess.ts';

const FLAGS = 3000;
/**
 * The times in ms after which the server is killed. They range from before the first staged record
 * to after the last published one.
 */
const DELAYS = isFull ? [100, 900, 2000, 4000, 8000, 16_000] : [2500];

test.each(engines.flatMap((engine) => DELAYS.map((delay) => [engine, delay] as const)))(
  'on %s, an import that is killed with kill -9 after %i ms leaves either all of its flags or none, and can be repeated',
  { timeout: 180_000 },
  async (engine, delay) => {
    const database = engine === 'postgres' ? await createDatabase() : null;
    const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-import-crash-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '' };
    const first = await startServerProcess(env);
    const master = await signIn(first.url, 'master');
    const [location] = (await (await master.get('/api/locations')).json()) as Location[];
    const lines = Array.from(
      { length: FLAGS },
      (_, i) => `${location!.companyId},${location!.id},Pole ${i},CRASH-${i}`,
    );
    const csv = `Company,Location,Name,Flag ID\n${lines.join('\n')}`;
    const preview = await master.post('/api/import/flags/preview', { csv });
    const { plan } = (await preview.json()) as ImportPlan;
    const running = master.post('/api/import/flags', { csv, plan }).catch(() => null);
    await sleep(delay);
    await kill(first.child);
    await running;

    const second = await startServerProcess(env);
    const again = await signIn(second.url, 'master');
    const imported = async () => {
      const flags = (await (await again.get('/api/flags')).json()) as Flag[];
      return flags.filter(({ flagId }) => flagId.startsWith('CRASH-')).length;
    };
    const ended = async () => {
      const imports = (await (await again.get('/api/imports')).json()) as Import[];
      return imports.every(({ endedAt }) => endedAt !== null);
    };
    expect([0, FLAGS]).toContain(await imported());
    // The job finishes the import or removes what it has staged.
    await expect.poll(ended, { timeout: 60_000 }).toBe(true);
    expect([0, FLAGS]).toContain(await imported());
    const next = await again.post('/api/import/flags/preview', { csv });
    const { plan: nextPlan, counts } = (await next.json()) as ImportPlan;
    expect(counts.create + counts.same).toBe(FLAGS);
    expect([0, FLAGS]).toContain(counts.same);
    expect((await again.post('/api/import/flags', { csv, plan: nextPlan })).status).toBe(200);
    await expect.poll(ended, { timeout: 60_000 }).toBe(true);
    expect(await imported()).toBe(FLAGS);
    await kill(second.child);
    await database?.drop();
  },
);

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flag, ImportPlan, Location } from '@halyard/domain';
import { expect, test } from 'vitest';
import { isFull } from '../../testing/full.ts';
import { signIn } from '../../testing/people.ts';
import { kill, startServerProcess } from '../../testing/serverProcess.ts';

const FLAGS = 3000;
/**
 * The times in ms after which the server is killed. They range from before the import's transaction
 * to after its commit.
 */
test.runIf(isFull).each([100, 900])(
  'kill -9 after %i ms of an import leaves either all of its flags or none, and the import can be repeated',
  { timeout: 60_000 },
  async (delay) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-import-crash-'));
    const first = await startServerProcess({ DATA_DIR: dataDir });
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

    const second = await startServerProcess({ DATA_DIR: dataDir });
    const again = await signIn(second.url, 'master');
    const imported = async () => {
      const flags = (await (await again.get('/api/flags')).json()) as Flag[];
      return flags.filter(({ flagId }) => flagId.startsWith('CRASH-')).length;
    };
    expect([0, FLAGS]).toContain(await imported());
    const next = await again.post('/api/import/flags/preview', { csv });
    const { plan: nextPlan, counts } = (await next.json()) as ImportPlan;
    expect(counts.create + counts.same).toBe(FLAGS);
    expect((await again.post('/api/import/flags', { csv, plan: nextPlan })).status).toBe(200);
    expect(await imported()).toBe(FLAGS);
    await kill(second.child);
  },
);

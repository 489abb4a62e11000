import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flag, Import, ImportPlan, ImportResult, Location } from '@halyard/domain';
import { expect, test } from 'vitest';
import { isFull } from '../../testing/full.ts';
import { signIn } from '../../testing/people.ts';
import { kill, startServerProcess } from '../../testing/serverProcess.ts';

const FLAGS = 10_000;

test.runIf(isFull)(
  'an import changes 10,000 flags while the server keeps responding to other requests',
  {
    timeout: 300_000,
  },
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-import-many-'));
    const server = await startServerProcess({ DATA_DIR: dataDir });
    const master = await signIn(server.url, 'master');
    const [location] = (await (await master.get('/api/locations')).json()) as Location[];
    const fleet = (name: string) =>
      [
        'Company,Location,Name,Flag ID',
        ...Array.from(
          { length: FLAGS },
          (_, i) => `${location!.companyId},${location!.id},${name} ${i},MANY-${i}`,
        ),
      ].join('\n');
    const imported = async (csv: string) => {
      const preview = await master.post('/api/import/flags/preview', { csv });
      const { plan } = (await preview.json()) as ImportPlan;
      const answer = await master.post('/api/import/flags', { csv, plan });
      const { id } = (await answer.json()) as ImportResult;
      const progress = async () =>
        (await (await master.get(`/api/imports/${id}`)).json()) as Import;
      await expect
        .poll(async () => (await progress()).endedAt, { timeout: 120_000 })
        .not.toBe(null);
      return progress();
    };
    expect(await imported(fleet('Pole'))).toMatchObject({ created: FLAGS, updated: 0 });
    let isOver = false;
    let answered = 0;
    const importing = imported(fleet('Mast')).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      expect((await master.get('/api/user')).status).toBe(200);
      answered++;
    }
    expect(await importing).toMatchObject({ created: 0, updated: FLAGS });
    expect(answered).toBeGreaterThan(5);
    const flags = (await (await master.get('/api/flags')).json()) as Flag[];
    const many = flags.filter(({ flagId }) => flagId.startsWith('MANY-'));
    expect(many.filter(({ name }) => name.startsWith('Mast '))).toHaveLength(FLAGS);
    await kill(server.child);
  },
);

/**
 * Imports many flags through the API of a server in another process, and measures how long other
 * users' changes take in the meantime. Uses the PostgreSQL of `TEST_DATABASE_URL` or SQLite. Sends
 * the figures to the parent process: `node manyLines.ts FLAGS`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Company, Import, ImportPlan, Location } from '@halyard/domain';
import { signIn } from '../../../testing/people.ts';
import { kill, startServerProcess } from '../../../testing/serverProcess.ts';

/** How long a writer waits between two changes, in ms. */
const PAUSE_MS = 50;
/** The number of writers. */
const WRITERS = 2;
/** How long to measure the writers while no import is running, in ms. */
const QUIET_MS = 10_000;

const [count = '25000'] = process.argv.slice(2);
const databaseUrl = process.env.TEST_DATABASE_URL;
const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-many-lines-'));
const { child, url } = await startServerProcess({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});
try {
  const master = await signIn(url, 'master');
  const call = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const [location] = await call<Location[]>(await master.get('/api/locations'));
  const companies = await call<Company[]>(await master.get('/api/companies'));
  const others = companies.filter(({ id }) => id !== location!.companyId);
  let times: number[] = [];
  let isOver = false;
  const writers = others.slice(0, WRITERS).map(async ({ id }) => {
    for (let n = 0; !isOver; n++) {
      const begun = performance.now();
      await call(await master.patch(`/api/companies/${id}`, { description: `Change ${n}` }));
      times.push(performance.now() - begun);
      await sleep(PAUSE_MS);
    }
  });
  await sleep(QUIET_MS);
  const quiet = times;
  times = [];

  const lines = Array.from(
    { length: Number(count) },
    (_, i) => `${location!.companyId},${location!.id},Pole ${i},BULK-${i}`,
  );
  const csv = `Company,Location,Name,Flag ID\n${lines.join('\n')}`;
  const begun = performance.now();
  const { plan } = await call<ImportPlan>(await master.post('/api/import/flags/preview', { csv }));
  const checked = performance.now();
  const { id } = await call<Import>(await master.post('/api/import/flags', { csv, plan }));
  let shown = 0;
  for (;;) {
    const { state, problem } = await call<Import>(await master.get(`/api/imports/${id}`));
    if (problem !== null) throw new Error(problem);
    if (shown === 0 && ['finishing', 'done'].includes(state)) shown = performance.now();
    if (state === 'done') break;
    await sleep(200);
  }
  const done = performance.now();
  isOver = true;
  await Promise.all(writers);
  process.send?.({
    seconds: (done - begun) / 1000,
    checkSeconds: (checked - begun) / 1000,
    shownSeconds: (shown - begun) / 1000,
    quiet,
    times,
  });
} finally {
  await kill(child);
  rmSync(dataDir, { recursive: true, force: true });
}

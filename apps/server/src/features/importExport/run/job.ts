import { msg } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import { newId } from '../../../platform/database/text.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Context, Services } from '../../calls/context.ts';
import {
  findAbandoned,
  type ImportRow,
  Interrupted,
  sweepImports,
  takeOver,
} from './importRows.ts';
import { removeStaged } from './removeStaged.ts';
import { type Caller, contextOf, Run } from './run.ts';
import { finish, runsOf, tracked } from './runner.ts';

/** How long an import may store no progress, in ms, before it counts as abandoned. */
const STALE_MS = 15_000;

/**
 * Returns the job that cleans up after imports whose process has stopped. It finishes an import if
 * its records are visible, and otherwise removes it completely. When this process stops, the job
 * interrupts its imports, so that the next start can clean up immediately.
 */
export const importsJob = (services: Services, settings: MailSettings): Job => ({
  name: 'imports',
  where: 'each',
  everyMs: 5000,
  begin: () => ({
    async round() {
      const now = services.clock();
      // SQLite belongs to a single process, so all other imports are those of an earlier one.
      const before = services.db.engine === 'sqlite' ? now : now - STALE_MS;
      for (const row of await findAbandoned(services.db.queries, before))
        await endAbandoned(services, settings, row);
      await sweepImports(services.db, now);
    },
    async stop() {
      const runs = runsOf(services.db);
      runs.isStopping = true;
      for (const run of runs.all.keys()) run.interrupt();
      await Promise.allSettled(runs.all.values());
    },
  }),
});

async function endAbandoned(
  services: Services,
  settings: MailSettings,
  row: ImportRow,
): Promise<void> {
  const runs = runsOf(services.db);
  if ([...runs.all.keys()].some(({ id }) => id === row.id)) return;
  const run = new Run({ id: row.id, runner: newId(), kind: row.kind, seed: '' }, services.clock);
  const next = { runner: run.runner, at: services.clock() };
  if (!(await takeOver(services.db.queries, row, next))) return;
  if (row.shown_at === null) {
    const problem =
      row.cancelled_at === null
        ? inLanguage(
            msg`The server stopped during the import. Nothing was imported. Start the import again.`,
          )
        : null;
    await removeStaged(services, run, {
      state: row.cancelled_at === null ? 'failed' : 'canceled',
      problem,
    });
    return;
  }
  run.state = 'finishing';
  run.total = row.total;
  run.handled = row.handled;
  const ctx: Context = contextOf(services, JSON.parse(row.caller) as Caller);
  const { publicUrl } = settings;
  const invites = row.invites && publicUrl !== null ? { ...settings, publicUrl } : null;
  await tracked(services.db, run, () => finish(ctx, run, invites)).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
  });
}

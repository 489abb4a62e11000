import { setTimeout as sleep } from 'node:timers/promises';
import { msg } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import { readRecordChanges } from '../../../platform/database/changes/recordChanges.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { chargeMails, returnMails } from '../../../platform/mail/budget.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Context, Services } from '../../calls/context.ts';
import { readCsv } from '../rows/readCsv.ts';
import { Canceled, findImport, Interrupted, release, takeSlot } from './importRows.ts';
import { invitePeople } from './invite.ts';
import { judged, type Todo, todoOf } from './plan.ts';
import { publish } from './publish.ts';
import { removeStaged } from './removeStaged.ts';
import type { Run } from './run.ts';
import { DEPENDED_ON, show } from './show.ts';
import { stage } from './stage.ts';

/** How often a waiting import checks whether the import before it has ended, in ms. */
const WAIT_MS = 200;

/** The imports that one process is running. */
interface Runs {
  isStopping: boolean;
  readonly all: Map<Run, Promise<unknown>>;
}
const runsByDatabase = new WeakMap<Database, Runs>();

export function runsOf(db: Database): Runs {
  let runs = runsByDatabase.get(db);
  if (!runs) {
    runs = { isStopping: false, all: new Map() };
    runsByDatabase.set(db, runs);
  }
  return runs;
}

/** Resolves when this process runs no import. */
export async function whenImported({ db }: Pick<Services, 'db'>): Promise<void> {
  await Promise.allSettled(runsOf(db).all.values());
}

/**
 * Keeps track of a running import while `work` is executing, so that a stopping process can
 * interrupt it.
 */
export async function tracked<T>(db: Database, run: Run, work: () => Promise<T>): Promise<T> {
  const runs = runsOf(db);
  if (runs.isStopping) run.interrupt();
  run.beginBeat(db);
  const promise = work().finally(() => {
    run.endBeat();
    runs.all.delete(run);
  });
  runs.all.set(run, promise);
  return promise;
}

export interface ImportWork {
  csv: string;
  plan: string;
  /** The settings for the emails to new users. Null if none are sent. */
  invites: (MailSettings & { publicUrl: string }) | null;
}

/**
 * Runs an import to its end.
 * @throws AppError with the reason why nothing was imported; Canceled; Interrupted if the
 * background job will finish or remove the import later
 */
export async function runImportWork(ctx: Context, run: Run, work: ImportWork): Promise<void> {
  let charged = 0;
  try {
    await waitForTurn(ctx, run);
    const changes = readRecordChanges(ctx.db, DEPENDED_ON);
    await changes.next();
    const recheck = () => check(ctx, run, work);
    const todo = await recheck();
    if (work.invites) {
      const mails = todo.values.length;
      const { companyId } = ctx.actor;
      await chargeMails(ctx.db, work.invites, 'people', companyId, mails, ctx.clock());
      charged = mails;
    }
    await stage(ctx, run, todo);
    await show(ctx, run, todo, changes, recheck);
  } catch (error) {
    await returnMails(ctx.db, 'people', ctx.actor.companyId, charged).catch(() => undefined);
    await fail(ctx, run, error);
    throw error;
  }
  try {
    await finish(ctx, run, work.invites);
  } catch (error) {
    if (error instanceof Interrupted) await release(ctx.db.queries, run);
    throw error;
  }
}

/**
 * Finishes an import whose records are visible: updates the realtime database and the activity log,
 * and emails the new users.
 */
export async function finish(
  ctx: Context,
  run: Run,
  invites: ImportWork['invites'],
): Promise<void> {
  const row = await findImport(ctx.db.queries, run.id);
  if (!row) return;
  await publish(ctx, run, row);
  if (!invites || run.kind !== 'people') return;
  const people = await ctx.db.queries
    .selectFrom('users')
    .select(['username', 'email'])
    .where('import_id', '=', run.id)
    .orderBy('id')
    .execute();
  void invitePeople(ctx, invites, people);
}

async function waitForTurn({ db }: Context, run: Run): Promise<void> {
  while (!(await takeSlot(db, run, run.kind))) {
    run.proceed();
    await sleep(WAIT_MS);
  }
}

async function check(ctx: Context, run: Run, { csv, plan }: ImportWork): Promise<Todo> {
  const table = await readCsv(csv, run.kind);
  if (run.state === 'waiting') run.enter('checking', table.lines.length);
  const lines = await judged(ctx, run.kind, table, (count) => {
    run.proceed();
    if (run.state === 'checking') run.handled += count;
  });
  return todoOf(csv, plan, lines);
}

/**
 * Removes a failed import's hidden records, and stores why the import failed. If this process was
 * interrupted, the background job does this later.
 */
async function fail(ctx: Context, run: Run, error: unknown): Promise<void> {
  if (error instanceof Interrupted) return release(ctx.db.queries, run).catch(() => undefined);
  const isCanceled = error instanceof Canceled;
  if (!isCanceled && !(error instanceof AppError))
    ctx.log.error({ err: error }, 'An import has failed');
  const end = isCanceled
    ? { state: 'canceled' as const, problem: null }
    : { state: 'failed' as const, problem: problemOf(error) };
  await removeStaged(ctx, run, end).catch((failure: unknown) => {
    ctx.log.warn({ err: failure }, 'A failed import could not be removed. It will be tried again');
    return release(ctx.db.queries, run).catch(() => undefined);
  });
}

const problemOf = (error: unknown): string =>
  inLanguage(
    error instanceof AppError && !error.isFault
      ? error.text
      : msg`Something went wrong on the server. Nothing was imported. Try again.`,
  );

import { setTimeout as sleep } from 'node:timers/promises';
import {
  IMPORT_ACTIONS,
  type ImportKind,
  type ImportPlan,
  type ImportRequest,
  type ImportResult,
  MAX_PLAN_LINES,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { newId, newSecret } from '../../platform/database/text.ts';
import { AppError } from '../../platform/errors.ts';
import { type MailSettings, requirePublicUrl } from '../../platform/mail/settings.ts';
import type { SecretBox } from '../../platform/secrets/secretBox.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { requireFreshSignIn } from '../identity/sessions/freshSignIn.ts';
import type { PublicSettings } from '../identity/signIn/routes.ts';
import { readCsv } from './rows/readCsv.ts';
import { countRunning, findImport } from './run/importRows.ts';
import { IMPORT_NOT_FOUND, takeImportKeys, toImport } from './run/imports.ts';
import { sealedSeed } from './run/keys/deviceKeys.ts';
import { countsOf, judged, planOf, shownLines } from './run/plan.ts';
import { callerOf, Run } from './run/run.ts';
import { runImportWork, tracked } from './run/runner.ts';

/**
 * The maximum time in ms that the API call waits for an import to end. Longer imports continue in
 * the background.
 */
const WAIT_MS = 2000;
/** The maximum number of unfinished imports per user. */
const MOST_RUNNING = 5;
/** The maximum number of device keys in the response to an import call. */
const MOST_INLINE_KEYS = 1000;

const NO_PUBLIC_URL = msg`Invitations need Halyard’s public URL. Ask the operator to set PUBLIC_URL.`;

export type ImportSettings = MailSettings &
  Pick<PublicSettings, 'realtime'> & { secrets: SecretBox | null };

/** Returns what an import would do with each line of a CSV file. Changes nothing. */
export async function previewImport(
  ctx: Context,
  kind: ImportKind,
  csv: string,
  { publicUrl }: Pick<MailSettings, 'publicUrl'>,
): Promise<ImportPlan> {
  requireScope(ctx, IMPORT_ACTIONS[kind]);
  const table = await readCsv(csv, kind);
  const lines = await judged(ctx, kind, table);
  return {
    plan: await planOf(csv, lines),
    lines: shownLines(lines, MAX_PLAN_LINES),
    counts: countsOf(lines),
    warnings: [...table.warnings],
    mayInvite: kind === 'people' && ctx.mailer !== null && publicUrl !== null,
  };
}

/**
 * Creates and changes all records that the dry run showed, or none of them. Works in batches in the
 * background. Resolves when the import is done, or after 2 s. Later problems are shown in the list
 * of imports.
 * @throws AppError `invalid` if a line has an error; `conflict` if anything has changed since the
 * dry run, or if new users are to be emailed but PUBLIC_URL is not set; `rate-limited` if the
 * emails to new users would exceed the daily limit
 */
export async function runImport(
  ctx: Context,
  kind: ImportKind,
  { csv, plan, invite }: ImportRequest,
  settings: ImportSettings,
  origin: string,
): Promise<ImportResult> {
  requireScope(ctx, IMPORT_ACTIONS[kind]);
  // An import can set the roles and email addresses of many users.
  if (kind === 'people') requireFreshSignIn(ctx);
  const invites = invite && kind === 'people' && ctx.mailer !== null;
  const mails = invites
    ? { ...settings, publicUrl: requirePublicUrl(settings, NO_PUBLIC_URL) }
    : null;
  const seed = newSecret();
  const run = new Run({ id: newId(), runner: newId(), kind, seed }, ctx.clock);
  await begin(ctx, run, settings, { invites, origin });
  const work = tracked(ctx.db, run, () => runImportWork(ctx, run, { csv, plan, invites: mails }));
  const waiting = new AbortController();
  const isDone = await Promise.race([
    work.then(() => true),
    sleep(WAIT_MS, false, { signal: waiting.signal }),
  ]).catch(async (error: unknown) => {
    // The call itself returns the problem.
    await ctx.db.queries.deleteFrom('imports').where('id', '=', run.id).execute();
    throw error;
  });
  waiting.abort();
  // From now on, problems are stored with the import.
  if (!isDone) work.catch(() => undefined);
  const row = await findImport(ctx.db.queries, run.id);
  if (!row) throw new AppError('internal', IMPORT_NOT_FOUND);
  const shown = toImport(row, ctx.clock());
  const isInline = isDone && shown.hasKeys && row.created <= MOST_INLINE_KEYS;
  return {
    ...shown,
    hasKeys: shown.hasKeys && !isInline,
    keys: isInline ? await takeImportKeys(ctx, run.id, settings.secrets, settings.realtime) : null,
    invited: invites && isDone ? row.created : 0,
  };
}

async function begin(
  ctx: Context,
  run: Run,
  { secrets }: ImportSettings,
  { invites, origin }: { invites: boolean; origin: string },
): Promise<void> {
  if ((await countRunning(ctx.db.queries, ctx.actor.id)) >= MOST_RUNNING)
    throw new AppError(
      'conflict',
      msg`You have too many imports running. Wait for one to finish, or cancel one.`,
    );
  const now = ctx.clock();
  await ctx.db.queries
    .insertInto('imports')
    .values({
      id: run.id,
      kind: run.kind,
      user_id: ctx.actor.id,
      caller: JSON.stringify(callerOf(ctx)),
      state: run.state,
      slot: null,
      invites,
      origin,
      ...(run.kind === 'flags' && sealedSeed(secrets, run.id, run.seed)),
      runner: run.runner,
      alive_at: now,
      created_at: now,
    })
    .execute();
}

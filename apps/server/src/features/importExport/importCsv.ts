import { createHash } from 'node:crypto';
import {
  IMPORT_ACTIONS,
  IMPORT_COLUMNS,
  type ImportKind,
  type ImportPlan,
  type ImportRequest,
  type ImportResult,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { sql } from 'kysely';
import { inBatches } from '../../platform/database/batches.ts';
import { locksRows } from '../../platform/database/database.ts';
import type { Queries, Trx } from '../../platform/database/tables/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { chargeMails, returnMails } from '../../platform/mail/budget.ts';
import { type MailSettings, requirePublicUrl } from '../../platform/mail/settings.ts';
import type { Edit } from '../activity/storeEdited.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { withNewDeviceKeys } from '../flags/keys/keys.ts';
import { requireFreshSignIn } from '../identity/sessions/freshSignIn.ts';
import type { PublicSettings } from '../identity/signIn/routes.ts';
import { invitePeople } from './invite.ts';
import { keysCsv } from './keysCsv.ts';
import { companies } from './kinds/companies.ts';
import { flags } from './kinds/flags.ts';
import type { Kind } from './kinds/kind.ts';
import { locations } from './kinds/locations.ts';
import { people } from './kinds/people.ts';
import { type JudgedLine, judgeLines } from './rows/judge.ts';
import { type CsvTable, readCsv } from './rows/readCsv.ts';

/** The kinds of records that can be imported, without the types of their values. */
const KINDS = { companies, locations, flags, people } as unknown as Record<
  ImportKind,
  Kind<unknown, unknown>
>;
type Line = JudgedLine<unknown, unknown>;

/**
 * The key of the PostgreSQL advisory lock that prevents two imports from changing the same data.
 */
const IMPORT_LOCK = 0x696d7074;

const NO_PUBLIC_URL = msg`Invitations need Halyard’s public URL. Ask the operator to set PUBLIC_URL.`;

/** Returns what an import would do with each line. Changes nothing. */
export async function previewImport(
  ctx: Context,
  kind: ImportKind,
  csv: string,
  { publicUrl }: Pick<MailSettings, 'publicUrl'>,
): Promise<ImportPlan> {
  requireScope(ctx, IMPORT_ACTIONS[kind]);
  const table = await readCsv(csv, kind);
  const lines = await judged(ctx, ctx.db.queries, kind, table);
  return {
    plan: planOf(csv, lines),
    lines: lines.map(({ value: _, edit: __, ...line }) => line),
    counts: countsOf(lines),
    warnings: [...table.warnings],
    mayInvite: kind === 'people' && ctx.mailer !== null && publicUrl !== null,
  };
}

/**
 * Creates and changes the records that the dry run showed, in one transaction.
 * @throws AppError `invalid` if a line has an error; `conflict` if anything has changed since the
 * dry run, or PUBLIC_URL is missing for mails to new users; `rate-limited` if there are too many
 * mails for today
 */
export async function runImport(
  ctx: Context,
  kind: ImportKind,
  { csv, plan, invite }: ImportRequest,
  settings: MailSettings & Pick<PublicSettings, 'realtime'>,
  origin: string,
): Promise<ImportResult> {
  requireScope(ctx, IMPORT_ACTIONS[kind]);
  // An import can set the roles and email addresses of many users.
  if (kind === 'people') requireFreshSignIn(ctx);
  const table = await readCsv(csv, kind);
  const seen = todo(csv, plan, await judged(ctx, ctx.db.queries, kind, table));
  const flagIds = KINDS[kind].flagIdsOf(seen.values);
  const mails = invite && kind === 'people' && ctx.mailer !== null ? seen.values.length : 0;
  const publicUrl = mails === 0 ? origin : requirePublicUrl(settings, NO_PUBLIC_URL);
  const { companyId } = ctx.actor;
  await chargeMails(ctx.db, settings, 'people', companyId, mails, ctx.clock());
  const stored = await withNewDeviceKeys(ctx, flagIds, async (trx, keys) => {
    await waitForOthers(trx);
    await lockRows(trx, KINDS[kind].table, seen.edits);
    const { values, edits } = todo(csv, plan, await judged(ctx, trx, kind, table));
    const stored = await KINDS[kind].store(ctx, trx, values, keys);
    return { ...stored, renewed: await KINDS[kind].edit(ctx, trx, edits) };
  }).catch(async (error: unknown) => {
    await returnMails(ctx.db, 'people', companyId, mails);
    throw error;
  });
  for (const userId of stored.renewed) ctx.link.accountChanged(userId);
  const invited = mails === 0 ? [] : stored.people;
  void invitePeople(ctx, { productName: settings.productName, publicUrl }, invited);
  return {
    created: seen.values.length,
    updated: seen.edits.length,
    keys: stored.keys.length === 0 ? null : keysCsv(stored.keys, origin, settings.realtime),
    invited: invited.length,
  };
}

async function judged(
  ctx: Context,
  queries: Queries,
  kind: ImportKind,
  table: CsvTable,
): Promise<Line[]> {
  return judgeLines(table, await KINDS[kind].rules(ctx, queries), IMPORT_COLUMNS[kind]);
}

/** The changes that an import will make: the records to create and the records to update. */
interface Todo {
  values: readonly unknown[];
  edits: readonly Edit<unknown>[];
}

/** Returns the records to create and to update. Throws if anything differs from the dry run. */
function todo(csv: string, plan: string, lines: readonly Line[]): Todo {
  const refused = lines.find(({ fate }) => fate === 'refused');
  if (refused) {
    const { line } = refused;
    const { column, text } = refused.notes[0]!;
    throw new AppError(
      'invalid',
      column
        ? msg`Line ${{ line }}, ${{ column }}: ${{ text }}. Nothing was imported.`
        : msg`Line ${{ line }}: ${{ text }}. Nothing was imported.`,
    );
  }
  if (planOf(csv, lines) !== plan)
    throw new AppError(
      'conflict',
      msg`Something has changed since the dry run. Nothing was imported. Run the dry run again.`,
    );
  return {
    values: lines.filter(({ fate }) => fate === 'create').map(({ value }) => value),
    edits: lines.flatMap(({ edit }) => edit ?? []),
  };
}

/**
 * Returns a hash of what an import will do. Two hashes are equal only if the file, the outcomes,
 * the old values and the new values are the same.
 */
function planOf(csv: string, lines: readonly Line[]): string {
  const hash = createHash('sha256').update(csv);
  for (const { line, fate, value, edit, changes } of lines)
    hash.update(`\0${JSON.stringify([line, fate, value, edit, changes])}`);
  return hash.digest('base64url');
}

function countsOf(lines: readonly Line[]): ImportPlan['counts'] {
  const counts = { create: 0, update: 0, same: 0, refused: 0 };
  for (const { fate } of lines) counts[fate]++;
  return counts;
}

/**
 * Locks the records that will change, so that nobody edits them between the last check and the
 * change.
 */
async function lockRows(
  trx: Trx,
  table: Kind<unknown, unknown>['table'],
  edits: readonly Edit<unknown>[],
): Promise<void> {
  if (!locksRows(trx)) return;
  // Always use the same order, so that two imports that lock the same rows wait for each other
  // instead of deadlocking.
  await inBatches(edits.map(({ id }) => id).sort(), async (ids) => {
    // This is one of four tables, each with an ID column.
    const rows = trx
      .selectFrom(table as 'flags')
      .select('id')
      .where('id', 'in', ids);
    await rows.orderBy('id').forUpdate().execute();
  });
}

/**
 * Waits until no other import is running, and keeps others from starting until the transaction
 * ends. With SQLite, only one transaction can write anyway.
 */
async function waitForOthers(trx: Trx): Promise<void> {
  if (locksRows(trx)) await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
}

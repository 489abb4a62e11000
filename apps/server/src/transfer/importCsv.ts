import { createHash } from 'node:crypto';
import {
  IMPORT_ACTIONS,
  type ImportKind,
  type ImportPlan,
  type ImportRequest,
  type ImportResult,
} from '@halyard/domain';
import { sql } from 'kysely';
import { type Context, requireScope } from '../context.ts';
import { locksRows } from '../database/database.ts';
import type { Queries, Trx } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { withNewDeviceKeys } from '../flags/keys.ts';
import { chargeMails, returnMails } from '../limits/mailBudget.ts';
import { type MailSettings, requirePublicUrl } from '../mail/settings.ts';
import type { PublicSettings } from '../sessions/routes.ts';
import { invitePeople } from './invite.ts';
import { type JudgedLine, judgeLines } from './judge.ts';
import { keysCsv } from './keysCsv.ts';
import { companies } from './kinds/companies.ts';
import { flags } from './kinds/flags.ts';
import type { Kind } from './kinds/kind.ts';
import { locations } from './kinds/locations.ts';
import { people } from './kinds/people.ts';
import { type CsvTable, readCsv } from './readCsv.ts';

/** The kinds seen without the types of their own values. */
const KINDS = { companies, locations, flags, people } as unknown as Record<
  ImportKind,
  Kind<unknown>
>;

/** Key of the PostgreSQL advisory lock that keeps two imports from creating the same thing. */
const IMPORT_LOCK = 0x696d7074;

/** What would become of each line; nothing is written. */
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
    lines,
    counts: countsOf(lines),
    warnings: [...table.warnings],
    mayInvite: kind === 'people' && ctx.mailer !== null && publicUrl !== null,
  };
}

/**
 * Creates what the dry run showed, in one transaction. What is there stays as it is.
 * @throws AppError `invalid` where a line is refused; `conflict` where something was changed since
 *   the dry run, or invitations need PUBLIC_URL; `rate-limited` where they are too many for today
 */
export async function runImport(
  ctx: Context,
  kind: ImportKind,
  { csv, plan, invite }: ImportRequest,
  settings: MailSettings & Pick<PublicSettings, 'realtime'>,
  origin: string,
): Promise<ImportResult> {
  requireScope(ctx, IMPORT_ACTIONS[kind]);
  const table = await readCsv(csv, kind);
  const seen = created(csv, plan, await judged(ctx, ctx.db.queries, kind, table));
  const flagIds = KINDS[kind].flagIdsOf(seen);
  const mails = invite && kind === 'people' && ctx.mailer !== null ? seen.length : 0;
  const publicUrl = mails === 0 ? origin : requirePublicUrl(settings, 'Invitations');
  const { companyId } = ctx.actor;
  await chargeMails(ctx.db, settings, 'people', companyId, mails, ctx.clock());
  const stored = await withNewDeviceKeys(ctx, flagIds, async (trx, keys) => {
    await waitForOthers(trx);
    const values = created(csv, plan, await judged(ctx, trx, kind, table));
    return KINDS[kind].store(ctx, trx, values, keys);
  }).catch(async (error: unknown) => {
    await returnMails(ctx.db, 'people', companyId, mails);
    throw error;
  });
  const invited = mails === 0 ? [] : stored.people;
  void invitePeople(ctx, { productName: settings.productName, publicUrl }, invited);
  return {
    created: seen.length,
    keys: stored.keys.length === 0 ? null : keysCsv(stored.keys, origin, settings.realtime),
    invited: invited.length,
  };
}

async function judged(
  ctx: Context,
  queries: Queries,
  kind: ImportKind,
  table: CsvTable,
): Promise<JudgedLine<unknown>[]> {
  return judgeLines(table, await KINDS[kind].rules(ctx, queries));
}

/** The values of the lines that are to be created, where all is as the dry run showed it. */
function created(csv: string, plan: string, lines: readonly JudgedLine<unknown>[]): unknown[] {
  const refused = lines.find(({ fate }) => fate === 'refused');
  if (refused) {
    const { column, text } = refused.notes[0]!;
    throw new AppError(
      'invalid',
      `Line ${refused.line}${column && `, ${column}`}: ${text}. Nothing was imported.`,
    );
  }
  if (planOf(csv, lines) !== plan)
    throw new AppError(
      'conflict',
      'Something was changed since the dry run. Nothing was imported; look at the dry run again.',
    );
  return lines.filter(({ fate }) => fate === 'create').map(({ value }) => value);
}

/** The same for the same file with the same fates. */
function planOf(csv: string, lines: readonly JudgedLine<unknown>[]): string {
  const fates = lines.map(({ line, fate }) => `${line} ${fate}`).join('\n');
  return createHash('sha256').update(csv).update('\0').update(fates).digest('base64url');
}

function countsOf(lines: readonly JudgedLine<unknown>[]): ImportPlan['counts'] {
  const counts = { create: 0, same: 0, differs: 0, refused: 0 };
  for (const { fate } of lines) counts[fate]++;
  return counts;
}

/** One import at a time, until its transaction ends; SQLite has one writer anyway. */
async function waitForOthers(trx: Trx): Promise<void> {
  if (locksRows(trx)) await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
}

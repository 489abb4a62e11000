import type { AppConfig, Import } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { cancelImport, findImport, findImportsOf, type ImportRow } from './importRows.ts';
import { hasKeys, takeKeys } from './keys/deviceKeys.ts';

export const IMPORT_NOT_FOUND = msg`Import not found`;

/** The overall progress of an import, in percent, at the start and end of each of its states. */
const SHARES: Partial<Record<Import['state'], readonly [number, number]>> = {
  checking: [0, 20],
  staging: [20, 60],
  finishing: [60, 100],
  done: [100, 100],
};

/** Converts an import's row to the API's form. */
export function toImport(row: ImportRow, now: number): Import {
  const [from, to] = SHARES[row.state] ?? [0, 0];
  const part = row.total === 0 ? 0 : Math.min(row.handled / row.total, 1);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    percent: Math.floor(from + (to - from) * part),
    mayCancel: row.shown_at === null && row.ended_at === null && row.cancelled_at === null,
    created: row.created,
    updated: row.updated,
    hasKeys: hasKeys(row, now),
    problem: row.problem,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

/** Returns the caller's own recent imports, newest first. */
export async function listImports(ctx: Context): Promise<Import[]> {
  requireScope(ctx, 'fleet.import');
  const rows = await findImportsOf(ctx.db.queries, ctx.actor.id);
  return rows.map((row) => toImport(row, ctx.clock()));
}

export async function getImport(ctx: Context, id: string): Promise<Import> {
  return toImport(await ownImport(ctx, id), ctx.clock());
}

/**
 * Cancels an import and removes everything that it has stored.
 * @throws AppError `conflict` if its records are already visible or it has ended
 */
export async function cancelOwnImport(ctx: Context, id: string): Promise<void> {
  const { cancelled_at } = await ownImport(ctx, id);
  if (cancelled_at !== null) return;
  if (await cancelImport(ctx.db.queries, id, ctx.clock())) return;
  throw new AppError('conflict', msg`This import can no longer be canceled.`);
}

/**
 * Returns an import's device keys as CSV. They stay available for five minutes after the first
 * download.
 */
export async function takeImportKeys(
  ctx: Context,
  id: string,
  box: SecretBox | null,
  realtime: AppConfig['realtime'],
): Promise<string> {
  const row = await ownImport(ctx, id);
  requireScope(ctx, 'deviceKey.manage');
  return takeKeys({ db: ctx.db, now: ctx.clock() }, row, box, realtime);
}

/**
 * Returns one of the caller's imports.
 * @throws AppError `not-found` for another user's import, as if it did not exist
 */
async function ownImport(ctx: Context, id: string): Promise<ImportRow> {
  requireScope(ctx, 'fleet.import');
  const row = await findImport(ctx.db.queries, id);
  if (row?.user_id !== ctx.actor.id) throw notFound(IMPORT_NOT_FOUND);
  return row;
}

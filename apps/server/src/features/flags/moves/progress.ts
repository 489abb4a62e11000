import {
  MOVE_FLAGS_PAGE,
  type MoveFlagsPage,
  type MoveFlagsQuery,
  type MoveProgress,
  openCommand,
  POSITION_SWITCHES,
  sentAt,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import { sql } from 'kysely';
import { nextTurn } from '../../../platform/nextTurn.ts';
import { type Context, requireScope, type Services } from '../../calls/context.ts';
import { findFlagsById } from '../../fleet/flags.ts';
import { moveNotFound, noLongerListed } from './errors.ts';
import { findMove, type MoveFlagRow, type MoveRow } from './queries.ts';

/** How many of a mass move's flags are read per batch. */
const BATCH = 1000;

/** A flag that got a command from a mass move. */
interface SentFlag extends Pick<MoveFlagRow, 'flag_id' | 'position' | 'lamp' | 'command_id'> {
  ownerId: string;
  flagId: string;
}

/** Returns the progress of a mass move that is sent in the background. */
export async function progressOf(services: Services, move: MoveRow): Promise<MoveProgress> {
  const rows = await services.db.queries
    .selectFrom('move_flags')
    .select([
      'outcome',
      sql<number>`count(*)`.as('flags'),
      sql<number>`count(undone_at)`.as('undone'),
    ])
    .where('move_id', '=', move.id)
    .groupBy('outcome')
    .execute();
  const flags = (...outcomes: MoveFlagRow['outcome'][]) =>
    rows.reduce((sum, row) => sum + (outcomes.includes(row.outcome) ? Number(row.flags) : 0), 0);
  const stored = rows.reduce((sum, row) => sum + Number(row.flags), 0);
  const isDone = move.pending === null;
  // A flag without a row is still to be sent or, once the move has ended, was deleted.
  const left = Math.max(0, (move.total ?? stored) - stored);
  const verdicts = { confirmed: 0, waiting: 0, 'not-confirmed': 0 };
  for await (const flag of sentFlags(services, move.id)) verdicts[verdictOf(services, flag)]++;
  return {
    total: move.total ?? stored,
    remaining: isDone ? 0 : left,
    sent: flags('sent', 'undoing', null),
    refused: flags('refused'),
    skipped: flags('skipped') + (isDone ? left : 0),
    notSent: flags('not-sent'),
    confirmed: verdicts.confirmed,
    waiting: verdicts.waiting,
    notConfirmed: verdicts['not-confirmed'],
    undone: rows.reduce((sum, row) => sum + Number(row.undone), 0),
    isUndoing: move.running === 'undo',
    isDone,
    isCanceled: move.cancelled_at !== null,
  };
}

/**
 * Returns a page of the flags of the caller's own mass move.
 * @throws AppError `not-found` for another user's move
 */
export async function listMoveFlags(
  ctx: Context,
  id: string,
  { show, page }: MoveFlagsQuery,
): Promise<MoveFlagsPage> {
  const scope = requireScope(ctx, 'flag.switch');
  const { queries } = ctx.db;
  if (!(await findMove(queries, ctx.actor.id, id))) throw moveNotFound();
  const rows = await queries
    .selectFrom('move_flags')
    .select(['flag_id', 'problem'])
    .where('move_id', '=', id)
    .$if(show !== undefined, (query) => query.where('problem', 'is not', null))
    .orderBy('flag_id')
    .execute();
  const problems = new Map(rows.map((row) => [row.flag_id, row.problem]));
  for await (const flag of sentFlags(ctx, id))
    if (verdictOf(ctx, flag) === 'not-confirmed' && !problems.get(flag.flag_id))
      problems.set(flag.flag_id, t`Not confirmed`);
  const ids = [...problems.keys()];
  const shown = Math.min(page, Math.max(1, Math.ceil(ids.length / MOVE_FLAGS_PAGE)));
  const part = ids.slice((shown - 1) * MOVE_FLAGS_PAGE, shown * MOVE_FLAGS_PAGE);
  const found = await findFlagsById(queries, scope, part);
  const flags = new Map(found.map((flag) => [flag.id, flag]));
  return {
    items: part.map((flagRowId) => {
      const flag = flags.get(flagRowId);
      return {
        id: flagRowId,
        flagId: flag?.flagId ?? '',
        name: flag?.name ?? noLongerListed(),
        location: flag?.location ?? '',
        company: flag?.company ?? '',
        problem: problems.get(flagRowId) ?? null,
      };
    }),
    total: ids.length,
    page: shown,
  };
}

/**
 * Returns the flags that got a command from a mass move and have not been restored since. Reads
 * them in batches, and lets the server handle other requests between batches.
 */
async function* sentFlags({ db }: Pick<Services, 'db'>, moveId: string): AsyncGenerator<SentFlag> {
  for (let after = ''; ; ) {
    const batch: SentFlag[] = await db.queries
      .selectFrom('move_flags')
      .innerJoin('flags', 'flags.id', 'move_flags.flag_id')
      .select([
        'move_flags.flag_id',
        'move_flags.position',
        'move_flags.lamp',
        'move_flags.command_id',
        'flags.owner_id as ownerId',
        'flags.flag_id as flagId',
      ])
      .where('move_id', '=', moveId)
      .where('move_flags.flag_id', '>', after)
      .where('outcome', '=', 'sent')
      .where('undone_at', 'is', null)
      .orderBy('move_flags.flag_id')
      .limit(BATCH)
      .execute();
    yield* batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.flag_id;
    await nextTurn();
  }
}

/** Decides, based on the pole's own report, whether the pole has done what the move requested. */
function verdictOf(
  { link, clock }: Pick<Services, 'link' | 'clock'>,
  flag: SentFlag,
): 'confirmed' | 'waiting' | 'not-confirmed' {
  const record = link.record(flag);
  const { position, lamp } = flag;
  const isThere =
    position === null
      ? record.reported.lamp === lamp
      : record.reported[POSITION_SWITCHES[position]] === true;
  if (isThere) return 'confirmed';
  const open = openCommand(record);
  if (open === null || open.id !== flag.command_id) return 'not-confirmed';
  return clock() - sentAt(open) < record.moveTimeout * 1000 ? 'waiting' : 'not-confirmed';
}

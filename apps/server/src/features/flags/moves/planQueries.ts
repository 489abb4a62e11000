import type { MoveControl } from '@halyard/domain';
import type { Selectable } from 'kysely';
import type { MovePlanTable } from '../../../platform/database/tables/moves.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

/** The maximum number of mass move plans per user. Beyond it, the oldest plans are deleted. */
const PLANS_BY_USER = 5;
/**
 * The maximum total number of flags in a user's mass move plans. Beyond this limit, the oldest
 * plans are deleted.
 */
const FLAGS_BY_USER = 500_000;
/**
 * How long, in milliseconds, the plan of a mass move is kept after it expires, so that an error can
 * say that it has expired.
 */
const KEPT_MS = 60 * 60_000;

export type PlanRow = Selectable<MovePlanTable>;

export interface NewPlan {
  id: string;
  userId: string;
  control: MoveControl;
  flagIds: readonly string[];
  offlineIds: readonly string[];
  lockedIds: readonly string[];
  at: number;
}

/**
 * Stores a plan for a mass move, and deletes the user's oldest plans if there are too many plans or
 * flags.
 */
export async function storePlan(trx: Trx, plan: NewPlan): Promise<void> {
  const { id, userId, control, flagIds, offlineIds, lockedIds, at } = plan;
  const flags = flagIds.length + offlineIds.length + lockedIds.length;
  const others = await trx
    .selectFrom('move_plans')
    .select(['id', 'flags'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  let all = flags;
  const excess = others.filter((other, index) => {
    all += other.flags;
    return index + 2 > PLANS_BY_USER || all > FLAGS_BY_USER;
  });
  for (const other of excess)
    await trx.deleteFrom('move_plans').where('id', '=', other.id).execute();
  await trx
    .insertInto('move_plans')
    .values({
      id,
      user_id: userId,
      control,
      flags,
      flag_ids: JSON.stringify(flagIds),
      offline_ids: JSON.stringify(offlineIds),
      locked_ids: JSON.stringify(lockedIds),
      created_at: at,
    })
    .execute();
}

/** Returns a user's plan for a mass move; undefined if the user has no plan with this ID. */
export function findPlan(queries: Queries, userId: string, id: string) {
  return queries
    .selectFrom('move_plans')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Deletes a mass move's plan.
 * @returns whether the plan existed; if two calls confirm the same plan, only one of them gets true
 */
export async function takePlan(trx: Trx, userId: string, id: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('move_plans')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Deletes mass move plans that expired long ago. Runs once a minute. */
export async function sweepPlans(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('move_plans')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
}

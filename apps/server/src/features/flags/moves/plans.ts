import {
  followsMasterControl,
  isLocked,
  type MoveControl,
  type MovePlan,
  type MovePlanCreate,
  numberText,
  PLAN_LISTED_FLAGS,
  PLAN_MAX_FLAGS,
  PLAN_MS,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { newId } from '../../../platform/database/text.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { chargeTry, MOVE_PLANS_BY_PERSON } from '../../../platform/limits/rateLimits.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import type { FlagEntry } from '../../fleet/directory/entries.ts';
import { type Lists, orderOf } from '../../fleet/directory/lists.ts';
import { flagNotFound } from '../../fleet/errors.ts';
import { flagOf } from '../../fleet/facts/flagFacts.ts';
import { findFlagsById } from '../../fleet/flags.ts';
import type { WrongPositionIndex } from '../../halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { findCorrectable } from '../../halfStaff/poles/wrongPositions/wrongPositions.ts';
import { withLiveState } from '../flags.ts';
import { BY_NAME, matchFlags } from '../matchFlags.ts';
import { findPlan, type PlanRow, storePlan } from './planQueries.ts';
import { findMove } from './queries.ts';

/**
 * The maximum number of locations, and of companies, that the plan of a mass move lists by name.
 */
const NAMED_PLACES = 5;

const planNotFound = () =>
  notFound(msg`This confirmation is no longer available. Use the master control again.`);

export interface PlanParts extends Pick<Lists, 'fleet'> {
  wrongPositions: WrongPositionIndex;
}

/**
 * Plans a mass move: stores and counts the flags that a master control would move now, without
 * moving them.
 * @throws AppError `rate-limited` after too many plans by one user, `too-large` for too many flags
 */
export async function planMove(
  ctx: Context,
  { fleet, wrongPositions }: PlanParts,
  { control, flagIds: givenIds, query = {}, wrongPosition }: MovePlanCreate,
): Promise<MovePlan> {
  const scope = requireScope(ctx, 'flag.switch');
  const at = ctx.clock();
  await chargeTry(ctx.db, `move-plans:${ctx.actor.id}`, MOVE_PLANS_BY_PERSON, at);
  const flagIds = wrongPosition
    ? await findCorrectable(ctx, wrongPositions, wrongPosition)
    : givenIds;
  const { flags } = await fleet.current();
  const all = flagIds
    ? [...new Set(flagIds)].flatMap((flagId) => flags.get(flagId) ?? [])
    : flags.inOrder(orderOf<FlagEntry, never>(null, {}, BY_NAME));
  const entries = matchFlags(all, scope, query).found;
  if (givenIds && entries.length === 0) throw flagNotFound();
  if (entries.length > PLAN_MAX_FLAGS)
    throw new AppError(
      'too-large',
      msg`A master control can move at most ${{ most: numberText(PLAN_MAX_FLAGS) }} flags. Filter the list.`,
    );
  const { moved, offlineIds, lockedIds } = divided(entries);
  const isListed = entries.length <= PLAN_LISTED_FLAGS;
  const id = newId();
  const ids = moved.map((entry) => entry.id);
  await ctx.db.transaction((trx) =>
    storePlan(trx, {
      ...{ id, userId: ctx.actor.id, control, at },
      ...{ flagIds: ids, offlineIds, lockedIds },
    }),
  );
  return {
    id,
    expiresAt: at + PLAN_MS,
    control,
    count: moved.length,
    offline: offlineIds.length,
    locked: lockedIds.length,
    ...statesOf(moved),
    ...placesOf(moved),
    flags: isListed ? await listed(ctx, entries) : null,
    leftOut: isListed ? [...offlineIds, ...lockedIds] : null,
  };
}

/** A mass move's plan that the caller confirms. */
export interface ConfirmedPlan extends Pick<PlanRow, 'id'> {
  flagIds: readonly string[];
  offlineIds: ReadonlySet<string>;
  lockedIds: ReadonlySet<string>;
}

/**
 * Returns the caller's plan for a mass move. A plan for one lamp control is also valid for the
 * other lamp controls.
 * @throws AppError `not-found` for another user's plan, `conflict` if it was confirmed before,
 * `gone` if it has expired, `invalid` if the plan was made for a different control
 */
export async function openPlan(
  ctx: Context,
  id: string,
  control: MoveControl,
): Promise<ConfirmedPlan> {
  const plan = await findPlan(ctx.db.queries, ctx.actor.id, id);
  if (!plan) throw await whyNoPlan(ctx, id);
  if (ctx.clock() >= plan.created_at + PLAN_MS)
    throw new AppError('gone', msg`This confirmation has expired. Use the master control again.`);
  if (control !== plan.control && !(isOfLamps(control) && isOfLamps(plan.control)))
    throw new AppError(
      'invalid',
      msg`This confirmation is for another master control. Use the master control again.`,
    );
  return {
    id,
    flagIds: plan.flag_ids,
    offlineIds: new Set(plan.offline_ids),
    lockedIds: new Set(plan.locked_ids),
  };
}

/** Returns the error for a mass move plan that does not exist or was already used. */
export async function whyNoPlan(ctx: Context, id: string): Promise<AppError> {
  const move = await findMove(ctx.db.queries, ctx.actor.id, id);
  return move ? new AppError('conflict', msg`This mass move was already started.`) : planNotFound();
}

const isOfLamps = (control: MoveControl) =>
  control === 'toggle-lamps' || control === 'lamps-on' || control === 'lamps-off';

/** Divides flags into those that a master control moves and those that it leaves out. */
function divided(entries: readonly FlagEntry[]) {
  const moved: FlagEntry[] = [];
  const offlineIds: string[] = [];
  const lockedIds: string[] = [];
  for (const entry of entries) {
    const { view } = flagOf(entry.facts);
    if (followsMasterControl(view)) moved.push(entry);
    else if (isLocked(view)) lockedIds.push(entry.id);
    else offlineIds.push(entry.id);
  }
  return { moved, offlineIds, lockedIds };
}

function statesOf(entries: readonly FlagEntry[]): Pick<MovePlan, 'positions' | 'lampsOn'> {
  const positions = { up: 0, half: 0, down: 0, moving: 0, unknown: 0 };
  let lampsOn = 0;
  for (const entry of entries) {
    const { position, on } = flagOf(entry.facts).view;
    positions[position]++;
    if (on.includes('lamp')) lampsOn++;
  }
  return { positions, lampsOn };
}

function placesOf(
  entries: readonly FlagEntry[],
): Pick<MovePlan, 'places' | 'locations' | 'companies' | 'companiesTotal'> {
  const places = new Map<string, { company: string; location: string; count: number }>();
  const companies = new Map<string, { company: string; poles: number; locations: number }>();
  for (const { company, location } of entries) {
    const owner = companies.get(company.id) ?? { company: company.name, poles: 0, locations: 0 };
    const place = places.get(location.id) ?? {
      company: company.name,
      location: location.name,
      count: 0,
    };
    if (place.count === 0) owner.locations++;
    place.count++;
    owner.poles++;
    places.set(location.id, place);
    companies.set(company.id, owner);
  }
  return {
    places: first([...places.values()], (a, b) => byName(a, b) || compare(a.location, b.location)),
    locations: places.size,
    companies: first([...companies.values()], byName),
    companiesTotal: companies.size,
  };
}

const { compare } = new Intl.Collator('en');
const byName = (a: { company: string }, b: { company: string }) => compare(a.company, b.company);
const first = <Place>(places: Place[], order: (a: Place, b: Place) => number) =>
  places.sort(order).slice(0, NAMED_PLACES);

/** Returns the flags for the given list entries, in the same order and with their live state. */
async function listed(ctx: Context, entries: readonly FlagEntry[]) {
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await findFlagsById(ctx.db.queries, requireScope(ctx, 'flag.switch'), ids);
  const flags = new Map((await withLiveState(ctx, rows, ids)).map((flag) => [flag.id, flag]));
  return ids.flatMap((id) => flags.get(id) ?? []);
}

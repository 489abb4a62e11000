import { OPERATOR_ROLE, type Scope, type SetUpList, type SetUpStep } from '@halyard/domain';
import { sql } from 'kysely';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { type Context, requireScope, scopeFor } from '../../calls/context.ts';
import { engineState } from '../../halfStaff/autopilot/engineState.ts';
import { watchesFederal } from '../../orderDesk/sources/stored/queries.ts';
import type { SystemSettings } from '../settings/systemSettings.ts';

/** How long after its creation an installation or company counts as new, in ms. */
const NEW_MS = 30 * 24 * 60 * 60_000;
/**
 * The maximum number of poles to check for reports. It is low because every dashboard runs this
 * check, including those of companies with thousands of poles.
 */
const FIRST_POLES = 50;
const FLAG_COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

type Steps = SetUpList['steps'];

/**
 * Returns the setup steps and whether each one is done. Masters get the steps for the installation.
 * Company users get the steps for their company.
 */
export async function getSetUpList(ctx: Context, system: SystemSettings): Promise<SetUpList> {
  const scope = requireScope(ctx, 'setUpList.read');
  const { queries } = ctx.db;
  const steps =
    scope.kind === 'all'
      ? await installationSteps(ctx, system)
      : await companySteps(ctx, await companyOf(queries, scope));
  const isOpen = steps.some(({ isDone }) => !isDone);
  const { choice, createdAt } = await whose(ctx, scope);
  const isNew = createdAt !== null && ctx.clock() - createdAt < NEW_MS;
  return {
    isShown: choice === 'shown' || (choice === null && isNew && isOpen),
    steps,
    ...(await simulated(ctx)),
  };
}

/**
 * Shows or hides the setup checklist on the caller's dashboard. When shown, it stays visible even
 * after all steps are done.
 */
export async function showSetUpList(ctx: Context, isShown: boolean): Promise<void> {
  requireScope(ctx, 'setUpList.read');
  await ctx.db.queries
    .updateTable('users')
    .set({ set_up_list: isShown ? 'shown' : 'hidden' })
    .where('id', '=', ctx.actor.id)
    .execute();
}

const step = (name: SetUpStep, isDone: boolean): Steps[number] => ({ step: name, isDone });

async function installationSteps(ctx: Context, system: SystemSettings): Promise<Steps> {
  const { queries } = ctx.db;
  await system.refresh();
  const poles = await polesIn(ctx, { kind: 'all' });
  const following = await isAny(queries, 'companies', sql<boolean>`auto_half_mast = true`);
  const { isOn } = await engineState(queries);
  return [
    step('company', await isAny(queries, 'companies')),
    step('location', await isAny(queries, 'locations')),
    step('simulated-pole', poles.isSimulated || poles.isHeard),
    step('pole', poles.isReal),
    step('mail', ctx.mailer !== null),
    step('backups', system.effective.backupsOn.value),
    step('autopilot', isOn && following),
    step('sources', (await watchesFederal(queries)) !== null),
  ];
}

interface OwnCompany {
  id: string;
  autoHalfMast: boolean;
}

async function companySteps(ctx: Context, company: OwnCompany | null): Promise<Steps> {
  if (company === null) return [];
  const { queries } = ctx.db;
  const own = sql<boolean>`company_id = ${company.id}`;
  const poles = await polesIn(ctx, { kind: 'company', companyId: company.id });
  // A used invitation has become a user, who is counted below unless it is the caller.
  const invited = await isAny(
    queries,
    'invitations',
    sql<boolean>`company_id = ${company.id} and used_at is null`,
  );
  const others = await isAny(
    queries,
    'users',
    sql<boolean>`company_id = ${company.id} and id <> ${ctx.actor.id}`,
  );
  return [
    step('location', await isAny(queries, 'locations', own)),
    step('pole', poles.isReal),
    step('people', invited || others),
    step('autopilot', company.autoHalfMast),
  ];
}

async function isAny(
  queries: Queries,
  table: 'companies' | 'locations' | 'users' | 'invitations',
  condition = sql<boolean>`1 = 1`,
): Promise<boolean> {
  const row = await queries
    .selectFrom(table)
    .select(sql<number>`1`.as('one'))
    .where(condition)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether any real poles exist, whether any simulated poles exist, and whether a real pole
 * has reported. Checks only the first FIRST_POLES real poles for reports.
 */
async function polesIn(
  { db, link }: Context,
  scope: Scope,
): Promise<{ isReal: boolean; isSimulated: boolean; isHeard: boolean }> {
  const find = (simulated: boolean, limit: number) =>
    db.queries
      .selectFrom('flags')
      .select(['owner_id as ownerId', 'flag_id as flagId'])
      .where('simulated', '=', simulated)
      .where(within(scope, FLAG_COLUMNS))
      .limit(limit)
      .execute();
  const real = await find(false, FIRST_POLES);
  const isHeard = real.some((pole) => {
    const { lastSeen, seenAt } = link.record(pole);
    return lastSeen !== null || seenAt !== null;
  });
  const isSimulated = (await find(true, 1)).length > 0;
  return { isReal: real.length > 0, isSimulated, isHeard };
}

async function companyOf(queries: Queries, scope: Scope): Promise<OwnCompany | null> {
  if (scope.kind !== 'company') return null;
  const row = await queries
    .selectFrom('companies')
    .select(['id', 'auto_half_mast as autoHalfMast'])
    .where('id', '=', scope.companyId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns whether the caller has chosen to show or hide the setup checklist, and when the
 * installation or company was created (epoch milliseconds).
 */
async function whose(
  { db: { queries }, actor }: Context,
  scope: Scope,
): Promise<{ choice: 'shown' | 'hidden' | null; createdAt: number | null }> {
  const user = await queries
    .selectFrom('users')
    .select('set_up_list')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  const since =
    scope.kind === 'company'
      ? queries
          .selectFrom('companies')
          .select('created_at as createdAt')
          .where('id', '=', scope.companyId)
      : queries
          .selectFrom('users')
          .select('created_at as createdAt')
          .where('role', '=', OPERATOR_ROLE)
          .orderBy('created_at')
          .limit(1);
  const row = await since.executeTakeFirst();
  return { choice: user?.set_up_list ?? null, createdAt: row?.createdAt ?? null };
}

/**
 * Returns a location where the user can add a simulated pole, and the newest simulated pole. Each
 * of them is null if there is none.
 */
async function simulated(ctx: Context): Promise<Pick<SetUpList, 'simulateAt' | 'simulatedPole'>> {
  const scope = scopeFor(ctx, 'flag.create');
  if (!scope) return { simulateAt: null, simulatedPole: null };
  const { queries } = ctx.db;
  const pole = await queries
    .selectFrom('flags')
    .innerJoin('locations', 'locations.id', 'flags.location_id')
    .select(['flags.id', 'flags.name', 'locations.name as location'])
    .where('flags.simulated', '=', true)
    .where(within(scope, FLAG_COLUMNS))
    .orderBy('flags.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const location = await queries
    .selectFrom('locations')
    .select(['id', 'name'])
    .where(within(scope, { company: 'company_id', location: 'id' }))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { simulateAt: location ?? null, simulatedPole: pole ?? null };
}

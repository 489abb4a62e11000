import { type EngineStatus, may } from '@halyard/domain';
import { type Message, msg } from '@halyard/messages';
import { inEnglish, inLanguage } from '@halyard/messages/language';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { AT_THE_SERVER, recordActivityOf } from '../../activity/record.ts';
import { type Context, requireScope, type Services } from '../../calls/context.ts';
import { engineState } from './engineState.ts';

const SETTING = 'autopilot-rules';
/**
 * The version of the half-staff rules. Increment it when an upgrade makes autopilot act differently
 * for the same orders and poles.
 */
export const RULES_VERSION = 2;
/** The changes to the half-staff rules in each version, one sentence per change. */
const CHANGES: Readonly<Record<number, readonly Message[]>> = {
  2: [
    msg`A flag that is down stays down.`,
    msg`Raising a flag from half-staff holds it until the next sunrise.`,
    msg`Flags at half-staff go up when nothing is in effect.`,
    msg`Turning off Auto Half Mast raises poles that are at half-staff because of it.`,
  ],
};
/** The version of the half-staff rules in installations that have no stored version. */
const FIRST_VERSION = 1;

/**
 * The half-staff rules in effect, and which masters have dismissed the notice about changed rules.
 */
interface AnnouncedRules {
  /** The version of the half-staff rules in effect. */
  version: number;
  /**
   * The version of the half-staff rules before the changes that the notice lists. Null if there is
   * no notice.
   */
  from: number | null;
  /**
   * For each master, by account ID, the version of the half-staff rules in the newest notice that
   * the master has dismissed.
   */
  seen: Record<string, number>;
}

const changesSince = (version: number): Message[] =>
  Object.entries(CHANGES).flatMap(([each, texts]) => (Number(each) > version ? texts : []));

/**
 * Announces changed rules once after an upgrade. If autopilot has ever been on with older rules,
 * shows the changes to masters and logs them. Does not turn autopilot on or off.
 */
export async function announceRules(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  version: number = RULES_VERSION,
): Promise<void> {
  await db.transaction(async (trx) => {
    const announced = await announcedRules(trx);
    if (announced && announced.version >= version) return;
    const wasOn = (await engineState(trx)).at !== null;
    const known = announced?.version ?? FIRST_VERSION;
    const from = wasOn ? Math.min(announced?.from ?? known, known) : null;
    await store(trx, { version, from, seen: announced?.seen ?? {} });
    const changes = wasOn ? changesSince(known) : [];
    if (changes.length === 0) return;
    await recordActivityOf(trx, AT_THE_SERVER, clock(), {
      kind: 'engine.rules',
      companyId: null,
      subject: null,
      detail: { about: changes.map(inEnglish).join(' ') },
    });
  });
}

/**
 * Returns whether autopilot is on. For users who may turn it on or off, also returns the rule
 * changes that they have not dismissed yet.
 */
export async function engineStatus(ctx: Context): Promise<EngineStatus> {
  requireScope(ctx, 'flag.read');
  const { queries } = ctx.db;
  const state = await engineState(queries);
  const announced = may(ctx.actor, 'engine.switch') ? await announcedRules(queries) : null;
  if (announced === null || announced.from === null) return { ...state, changedRules: [] };
  const seen = Math.max(announced.from, announced.seen[ctx.actor.id] ?? FIRST_VERSION);
  return { ...state, changedRules: changesSince(seen).map(inLanguage) };
}

/** Dismisses the notice about changed rules for the caller. */
export async function dismissChangedRules(ctx: Context): Promise<void> {
  requireScope(ctx, 'engine.switch');
  await ctx.db.transaction(async (trx) => {
    const announced = await announcedRules(trx);
    if (announced)
      await store(trx, {
        ...announced,
        seen: { ...announced.seen, [ctx.actor.id]: announced.version },
      });
  });
}

async function announcedRules(queries: Queries): Promise<AnnouncedRules | null> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as AnnouncedRules) : null;
}

async function store(trx: Trx, announced: AnnouncedRules): Promise<void> {
  const value = JSON.stringify(announced);
  await trx
    .insertInto('settings')
    .values({ id: SETTING, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}

import { createHash } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import {
  type DryRun,
  dateInZone,
  type EngineState,
  type EngineSwitch,
  type Facts,
  type Pole,
  SOURCE_KINDS,
  timeline,
} from '@halyard/domain';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { usernameOf } from '../../users/queries.ts';
import { engineState, setEngineState } from '../engineState.ts';
import { findFacts } from '../facts.ts';
import { type FleetPole, findFleet, isMoved } from '../fleet.ts';
import { appendToLedger } from '../ledger/append.ts';
import { canonicalJson } from '../ledger/chain.ts';
import { refreshScreens } from '../orders/reach.ts';

const RUN_MS = 30 * 24 * 3_600_000;
/** Timelines between two breaths, in which the server does other work. */
const AT_A_TIME = 50;

/** What the engine would do in the coming 30 days at all poles, if nobody intervened. */
export async function dryRun(ctx: Context): Promise<DryRun> {
  const { now, facts, fleet } = await situation(ctx);
  const until = now + RUN_MS;
  const groups = alike(fleet);
  const days = new Map<string, DryRun['days'][number]>();
  for (const [index, poles] of groups.entries()) {
    if (index % AT_A_TIME === 0) await breath();
    for (const day of movementsOf(poles[0]!.pole, facts, now, until)) {
      const key = `${day.date} ${day.source.key}`;
      const sum = days.get(key) ?? { ...day, poles: 0, movements: 0 };
      sum.poles += poles.length;
      sum.movements += day.movements * poles.length;
      days.set(key, sum);
    }
  }
  const inOrder = [...days.values()].sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind),
  );
  const digest = digestOf(now, facts, fleet);
  return { digest, from: now, until, poles: fleet.length, days: inOrder };
}

/**
 * Switches the engine on, by whoever has seen what it would do, or off.
 * @throws AppError `conflict` where that is another thing by now
 */
export async function switchEngine(
  ctx: Context,
  { isOn, digest }: EngineSwitch,
): Promise<EngineState> {
  const { now, facts, fleet } = await situation(ctx);
  const present = await engineState(ctx.db.queries);
  if (present.isOn === isOn) return present;
  if (isOn && digest === undefined)
    throw new AppError('invalid', 'Look at the dry run of the coming 30 days first.');
  if (isOn && digest !== digestOf(now, facts, fleet))
    throw new AppError(
      'conflict',
      'Orders, days, locations or flags have changed since this dry run. Look at a new one first.',
    );
  const by = await usernameOf(ctx);
  const state: EngineState = { isOn, by, at: now };
  await change(ctx, async (trx) => {
    await setEngineState(trx, state);
    await refreshScreens(trx, [{ kind: 'all' }], ctx.clock());
    const entry = {
      kind: isOn ? 'engine.on' : 'engine.off',
      companyId: null,
      subject: null,
    } as const;
    await recordActivity(trx, ctx, entry);
    const kind = isOn ? 'engine-on' : 'engine-off';
    const body = { by, ...(isOn && { digest: digest ?? null }) };
    await appendToLedger(trx, [
      { kind, at: now, flag: null, company: null, sourceKey: null, body },
    ]);
  });
  return state;
}

interface Situation {
  now: number;
  facts: Facts;
  /** The poles that the engine would move. */
  fleet: FleetPole[];
}

async function situation(ctx: Context): Promise<Situation> {
  const scope = requireScope(ctx, 'engine.switch');
  const now = ctx.domainClock.now();
  const facts = await findFacts(ctx.db.queries, now);
  const fleet = (await findFleet(ctx, scope)).filter(({ pole }) => isMoved(pole));
  return { now, facts, fleet };
}

/**
 * Stands for what the engine would do: SHA-256, in hex, of all that decides it, beside where the poles
 * are at the moment. It is another one tomorrow.
 */
function digestOf(now: number, facts: Facts, fleet: readonly FleetPole[]): string {
  const poles = fleet
    .map(({ flag }) => ({ id: flag.id, ...flag.site }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const date = new Date(now).toISOString().slice(0, 10);
  return createHash('sha256').update(canonicalJson({ date, facts, poles })).digest('hex');
}

/** Poles whose timelines are one and the same. */
function alike(fleet: readonly FleetPole[]): FleetPole[][] {
  const groups = new Map<string, FleetPole[]>();
  for (const each of fleet) {
    const { locationId, position, reported, lock, hold, concernedSince, releasedAt } = each.pole;
    // Only at half-staff does it count who last asked for a position.
    const isUp = position === 'up' && reported === 'up';
    const request = isUp || position === 'down' ? null : each.pole.request;
    const standing = { locationId, position, reported, concernedSince, releasedAt, request };
    const key = JSON.stringify({ ...standing, isLocked: lock !== null, hold: hold?.id });
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

/** The movements of one pole by date and cause. */
function movementsOf(pole: Pole, facts: Facts, from: number, until: number): DryRun['days'] {
  const days = new Map<string, DryRun['days'][number]>();
  let present = pole.position;
  for (const { at, position, source } of timeline(pole, facts, from, until)) {
    if (position === null || position === present) continue;
    present = position;
    const date = dateInZone(pole.place.timeZone, at);
    const key = `${date} ${source.key}`;
    const day = days.get(key) ?? { date, source, poles: 1, movements: 0 };
    day.movements++;
    days.set(key, day);
  }
  return [...days.values()];
}

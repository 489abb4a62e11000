import { createHash } from 'node:crypto';
import {
  type DryRun,
  dateInZone,
  type EngineState,
  type EngineSwitch,
  type Facts,
  isOnline,
  likenessOf,
  movementsOf,
  type Pole,
  SOURCE_KINDS,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { usernameOf } from '../../identity/queries.ts';
import { engineState, setEngineState } from '../autopilot/engineState.ts';
import { appendToLedger } from '../ledger/append.ts';
import { canonicalJson } from '../ledger/chain.ts';
import { findFacts } from '../orders/facts.ts';
import { refreshScreens } from '../orders/reach.ts';
import { type FleetPole, findFleet, isMoved } from '../poles/fleet.ts';

const RUN_MS = 30 * 24 * 3_600_000;
/** The number of timelines that are calculated before other work can run. */
const AT_A_TIME = 50;

/**
 * Returns what the engine would do at all poles in the next 30 days if nobody interfered. As in the
 * preview of an order, poles that are currently offline or locked do not count as moving.
 */
export async function dryRun(ctx: Context): Promise<DryRun> {
  const { now, facts, fleet } = await situation(ctx);
  const until = now + RUN_MS;
  const wall = ctx.clock();
  const free = fleet.filter(({ pole }) => pole.lock === null);
  const online = free.filter(({ record }) => isOnline(record, wall));
  const days = new Map<string, Day>();
  let moving = 0;
  for (const [index, poles] of alike(online).entries()) {
    if (index % AT_A_TIME === 0) await nextTurn();
    const found = daysOf(poles[0]!.pole, facts, now, until);
    if (found.length > 0) moving += poles.length;
    for (const day of found) {
      const key = `${day.date} ${day.source.key}`;
      const sum = days.get(key) ?? { ...day, poles: 0, movements: 0, held: 0 };
      sum.poles += day.poles * poles.length;
      sum.movements += day.movements * poles.length;
      sum.held += day.held * poles.length;
      days.set(key, sum);
    }
  }
  const inOrder = [...days.values()].sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind),
  );
  const digest = digestOf(now, facts, fleet);
  return {
    digest,
    from: now,
    until,
    inScope: fleet.length,
    poles: moving,
    offline: free.length - online.length,
    locked: fleet.length - free.length,
    days: inOrder,
  };
}

/**
 * Turns the engine off, or turns it on if the user has seen what it would do.
 * @throws AppError `conflict` if the engine would now do something different
 */
export async function switchEngine(
  ctx: Context,
  { isOn, digest }: EngineSwitch,
): Promise<EngineState> {
  const { now, facts, fleet } = await situation(ctx);
  const present = await engineState(ctx.db.queries);
  if (present.isOn === isOn) return present;
  if (isOn && digest === undefined)
    throw new AppError('invalid', msg`Review the dry run of the next 30 days first.`);
  if (isOn && digest !== digestOf(now, facts, fleet))
    throw new AppError(
      'conflict',
      msg`Orders, days, locations or flags have changed since this dry run. Review a new dry run first.`,
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
  /** The poles that the engine could move. */
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
 * Returns a digest of what the engine would do: the SHA-256 hash, in hex, of everything that
 * determines it except the current positions of the poles. The digest changes every day.
 */
function digestOf(now: number, facts: Facts, fleet: readonly FleetPole[]): string {
  const poles = fleet
    .map(({ flag }) => ({ id: flag.id, ...flag.site }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const date = new Date(now).toISOString().slice(0, 10);
  return createHash('sha256').update(canonicalJson({ date, facts, poles })).digest('hex');
}

/** Groups poles that will make exactly the same moves. */
function alike(fleet: readonly FleetPole[]): FleetPole[][] {
  const groups = new Map<string, FleetPole[]>();
  for (const each of fleet) {
    const key = likenessOf(each.pole);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

type Day = DryRun['days'][number];

/** Returns the moves of one pole by date and reason. */
function daysOf(pole: Pole, facts: Facts, from: number, until: number): Day[] {
  const days = new Map<string, Day>();
  for (const { at, source, isAfterHold } of movementsOf(pole, facts, from, until)) {
    const date = dateInZone(pole.place.timeZone, at);
    const key = `${date} ${source.key}`;
    const count = isAfterHold ? { poles: 0, held: 1 } : { poles: 1, held: 0 };
    const day = days.get(key) ?? { date, source, ...count, movements: 0 };
    day.movements++;
    days.set(key, day);
  }
  return [...days.values()];
}

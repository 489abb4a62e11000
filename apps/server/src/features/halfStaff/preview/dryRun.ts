import { createHash } from 'node:crypto';
import {
  type DryRun,
  dateInZone,
  type EngineState,
  type EngineSwitch,
  isOnline,
  likenessOf,
  movementsOf,
  type OrdersAndDays,
  type Pole,
  type Scope,
  SOURCE_KINDS,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import { Pauses } from '../../../platform/limits/pauses.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { usernameOf } from '../../identity/queries.ts';
import { engineState, setEngineState } from '../autopilot/engineState.ts';
import { appendToLedger } from '../ledger/append.ts';
import { canonicalJson } from '../ledger/chain.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { refreshScreens } from '../orders/reach.ts';
import { eachPole, type FleetPole, isMoved } from '../poles/fleet.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';

const RUN_MS = 30 * 24 * 3_600_000;

/**
 * Returns what the engine would do at all poles in the next 30 days if nobody interfered. Assumes
 * that poles that are currently offline or locked do not move, like the preview of an order.
 */
export async function dryRun(ctx: Context, index: PoleIndex): Promise<DryRun> {
  const { now, facts, scope } = await situation(ctx);
  const until = now + RUN_MS;
  const wall = ctx.clock();
  const digest = new FleetDigest(now, facts);
  /**
   * Online poles, grouped by the moves that they will make: for each group, one representative pole
   * and the number of poles.
   */
  const alike = new Map<string, { pole: Pole; poles: number }>();
  let [inScope, locked, offline] = [0, 0, 0];
  await eachPole(ctx, index, scope, (each) => {
    const { pole, record } = each;
    if (!isMoved(pole)) return;
    inScope++;
    digest.add(each);
    if (pole.lock !== null) locked++;
    else if (!isOnline(record, wall)) offline++;
    else {
      const key = likenessOf(pole);
      const group = alike.get(key);
      if (group) group.poles++;
      else alike.set(key, { pole, poles: 1 });
    }
  });
  const days = new Map<string, Day>();
  let moving = 0;
  const pauses = new Pauses();
  for (const { pole, poles } of alike.values()) {
    if (pauses.areDue) await pauses.take();
    const found = daysOf(pole, facts, now, until);
    if (found.length > 0) moving += poles;
    for (const day of found) {
      const key = `${day.date} ${day.source.key}`;
      const sum = days.get(key) ?? { ...day, poles: 0, movements: 0, held: 0 };
      sum.poles += day.poles * poles;
      sum.movements += day.movements * poles;
      sum.held += day.held * poles;
      days.set(key, sum);
    }
  }
  const inOrder = [...days.values()].sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind),
  );
  return {
    digest: digest.text,
    from: now,
    until,
    inScope,
    poles: moving,
    offline,
    locked,
    days: inOrder,
  };
}

/**
 * Turns the engine off, or turns it on if the user has seen what it would do.
 * @throws AppError `conflict` if the engine would now make different moves
 */
export async function switchEngine(
  ctx: Context,
  index: PoleIndex,
  { isOn, digest }: EngineSwitch,
): Promise<EngineState> {
  const { now, facts, scope } = await situation(ctx);
  const present = await engineState(ctx.db.queries);
  if (present.isOn === isOn) return present;
  if (isOn && digest === undefined)
    throw new AppError('invalid', msg`Review the dry run of the next 30 days first.`);
  if (isOn && digest !== (await digestNow()))
    throw new AppError(
      'conflict',
      msg`Orders, half-staff days, locations or flags have changed since this dry run. Start a new one and review it first.`,
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

  async function digestNow(): Promise<string> {
    const present = new FleetDigest(now, facts);
    await eachPole(ctx, index, scope, (each) => isMoved(each.pole) && present.add(each));
    return present.text;
  }
}

interface Situation {
  now: number;
  facts: OrdersAndDays;
  /** The scope in which the caller may turn the engine on or off. */
  scope: Scope;
}

async function situation(ctx: Context): Promise<Situation> {
  const scope = requireScope(ctx, 'engine.switch');
  const now = ctx.domainClock.now();
  return { now, scope, facts: await findOrdersAndDays(ctx.db.queries, now) };
}

/**
 * Computes a hash of everything that determines the engine's moves on a date, except the poles'
 * current positions. Poles may be added in any order.
 */
class FleetDigest {
  readonly #facts: Buffer;
  /** The hashes of all poles, combined with XOR, so that the order of the poles does not matter. */
  readonly #poles = Buffer.alloc(32);
  readonly #sites = new WeakMap<object, string>();

  constructor(now: number, facts: OrdersAndDays) {
    const date = new Date(now).toISOString().slice(0, 10);
    this.#facts = hashOf(canonicalJson({ date, facts }));
  }

  add({ flag: { id, site } }: FleetPole): void {
    let json = this.#sites.get(site);
    if (json === undefined) {
      json = canonicalJson(site);
      this.#sites.set(site, json);
    }
    const hash = hashOf(`${json} ${id}`);
    for (let index = 0; index < hash.length; index++) this.#poles[index]! ^= hash[index]!;
  }

  get text(): string {
    return hashOf(Buffer.concat([this.#facts, this.#poles])).toString('hex');
  }
}

const hashOf = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

type Day = DryRun['days'][number];

/** Returns one pole's moves, grouped by date and reason. */
function daysOf(pole: Pole, facts: OrdersAndDays, from: number, until: number): Day[] {
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

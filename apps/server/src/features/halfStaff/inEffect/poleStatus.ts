import {
  almanacOf,
  type HoldCreate,
  nextSunset,
  type PoleHalfStaff,
  type Position,
  reasonText,
  type Scope,
  shouldBe,
  timeline,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { newId } from '../../../platform/database/text.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope, type Services } from '../../calls/context.ts';
import { flagNotFound } from '../../fleet/errors.ts';
import { usernameOf } from '../../identity/queries.ts';
import { engineState } from '../autopilot/engineState.ts';
import { shouldNow } from '../engine/decide.ts';
import { entriesOfPole } from '../ledger/entries.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { endHold, openHolds, setHold } from '../poles/holds.ts';
import { findHalfStaffFlags, type HalfStaffFlag, poleOf } from '../poles/poles.ts';

const DAY_MS = 24 * 3_600_000;
/** How far ahead the timeline on a pole's page goes, in ms. */
const COMING_MS = 3 * DAY_MS;
/** How far back the timeline on a pole's page goes, in ms. */
const LEDGER_MS = 7 * DAY_MS;
const LEDGER_ENTRIES = 200;
/** The maximum length of a hold in ms. Users would forget longer holds. */
const HOLD_MAX_MS = 366 * DAY_MS;

/** Returns what is in effect at a pole and why, what comes next, and its recent history. */
export async function poleHalfStaff(ctx: Context, id: string): Promise<PoleHalfStaff> {
  const scope = requireScope(ctx, 'flag.read');
  const flag = await halfStaffFlag(ctx, scope, id);
  const { engine, now, hold, should, pole, facts } = await statusOf(ctx, flag);
  const { place } = pole;
  return {
    engine,
    now,
    timeZone: place.timeZone,
    sunrise: almanacOf(place).nextSunrise(now),
    should,
    reason: reasonText(should, place, now),
    hold,
    nextSunset: nextSunset(pole, now),
    coming: timeline(pole, facts, now, now + COMING_MS).slice(1),
    ledger: await entriesOfPole(ctx.db.queries, id, {
      since: now - LEDGER_MS,
      limit: LEDGER_ENTRIES,
      companyId: scope.kind === 'all' ? undefined : flag.company.id,
    }),
  };
}

/**
 * Creates a hold. The engine does not move the pole until the hold expires or is released.
 * @throws AppError `invalid` if the hold would end immediately, or never
 */
export async function holdPole(
  ctx: Context,
  id: string,
  { reason, expires }: HoldCreate,
): Promise<PoleHalfStaff> {
  const flag = await halfStaffFlag(ctx, requireScope(ctx, 'flag.switch'), id);
  const { now, against } = await statusOf(ctx, flag);
  const { kind, key } = against.source;
  const { at } = expires;
  if (at !== undefined && (at <= now || at > now + HOLD_MAX_MS))
    throw new AppError('invalid', msg`Choose an end time within the next year.`);
  const lasts = ['exception', 'order', 'annual-day'].includes(kind);
  if (expires.kind === 'source-ends' && (!lasts || expires.sourceKey !== key))
    throw new AppError(
      'invalid',
      msg`This order or day is not in effect at this pole. Choose a time instead.`,
    );
  const username = await usernameOf(ctx);
  const by = { id: ctx.actor.id, name: username };
  const hold = { id: newId(), reason, by, expires, commandId: null, sourceKey: key };
  await change(ctx, async (trx) => {
    await setHold(trx, flag, hold, { now, wall: ctx.clock() });
    const detail = { about: reason };
    await recordActivity(trx, ctx, { kind: 'hold.set', ...entryOf(flag), detail });
  });
  return poleHalfStaff(ctx, id);
}

/** Releases a pole's hold. After that, the engine moves the pole to its planned position. */
export async function releaseHold(ctx: Context, id: string): Promise<PoleHalfStaff> {
  const flag = await halfStaffFlag(ctx, requireScope(ctx, 'flag.switch'), id);
  const username = await usernameOf(ctx);
  const at = { now: ctx.domainClock.now(), wall: ctx.clock() };
  const isEnded = await change(ctx, async (trx) => {
    const isEnded = await endHold(trx, flag, username, at);
    if (isEnded) await recordActivity(trx, ctx, { kind: 'hold.released', ...entryOf(flag) });
    return isEnded;
  });
  if (!isEnded) throw notFound(msg`Hold not found`);
  return poleHalfStaff(ctx, id);
}

/** Returns the fields of a flag for the activity log. */
const entryOf = ({ id, name, company, location }: HalfStaffFlag) => ({
  companyId: company.id,
  locationId: location.id,
  flagId: id,
  subject: name,
});

/**
 * Returns the flag with this ID, including its half-staff data.
 * @throws AppError `not-found` if the flag does not exist or the caller may not see it
 */
async function halfStaffFlag(ctx: Context, scope: Scope, id: string): Promise<HalfStaffFlag> {
  const [flag] = await findHalfStaffFlags(ctx.db.queries, scope, [id]);
  if (!flag) throw flagNotFound();
  return flag;
}

/** Returns what is in effect at one pole, the pole's hold, and the state of autopilot. */
export async function statusOfFlag(ctx: Context, id: string) {
  return statusOf(ctx, await halfStaffFlag(ctx, requireScope(ctx, 'flag.read'), id));
}

/** Whether autopilot would leave the pole in `position` if there were no hold. */
export async function leavesAt(
  { db, link, domainClock: clock }: Services,
  id: string,
  position: Position,
): Promise<boolean> {
  const { isOn } = await engineState(db.queries);
  const [flag] = await findHalfStaffFlags(db.queries, { kind: 'all' }, [id]);
  if (!isOn || !flag) return true;
  const now = clock.now();
  const facts = await findOrdersAndDays(db.queries, now);
  const pole = poleOf(flag, link.record(flag), { hold: null, clock });
  const should = shouldBe({ ...pole, position, reported: position }, facts, now).position;
  return should === null || should === position;
}

async function statusOf(ctx: Context, flag: HalfStaffFlag) {
  const { db, link, domainClock } = ctx;
  const engine = await engineState(db.queries);
  const hold = (await openHolds(db.queries, [flag.id])).get(flag.id) ?? null;
  const now = domainClock.now();
  const facts = await findOrdersAndDays(db.queries, now);
  const seen = { flag, record: link.record(flag), facts, now, clock: domainClock };
  const { should, pole } = shouldNow(seen, hold);
  const against = shouldNow(seen, null).should;
  return { engine, now, facts, hold: pole.hold, should, pole, against };
}

import type { WrongPositionRow } from '@halyard/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { updateCompany } from '../../../customers/companies/companies.ts';
import { fixWrongPositions } from '../../../flags/moves/fixWrongPositions.ts';
import { listMoves } from '../../../flags/moves/moves.ts';
import { undoMove } from '../../../flags/moves/undo.ts';
import { findPositionFaults } from '../../../monitoring/alerts/watch/positions.ts';
import { holdPole } from '../../inEffect/poleStatus.ts';
import { findOrdersAndDays } from '../../orders/ordersAndDays.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../../testing/engineWorld.ts';
import { findFleet } from '../../testing/fleet.ts';

import { poleIndexJob } from '../indexJob.ts';
import { listWrongPositions } from './wrongPositions.ts';

let world: EngineWorld;
afterEach(() => world.close());

/**
 * Creates a test world with autopilot off, because Halyard must find wrong positions without
 * autopilot.
 */
async function begin(at: string) {
  world = await createEngineWorld(at);
}
const later = (minutes: number) => world.goTo(world.now() + minutes * 60_000);
const list = async () => (await listWrongPositions(world.ctx, world.wrongPositions)).poles;
const of = (rows: readonly WrongPositionRow[], ...poles: WorldPole[]) =>
  poles.map((pole) => rows.find((row) => row.pole.id === pole.id)?.kind ?? null);
const alerted = async (pole: WorldPole) => {
  const { services, now } = world;
  const facts = await findOrdersAndDays(services.db.queries, now());
  const fleet = await findFleet(services);
  return (await findPositionFaults(services, fleet, facts)).get(pole.id)?.cause ?? null;
};

describe('the list of flags that should be at half-staff', () => {
  test('includes poles of companies that follow orders, starting five minutes after half-staff begins', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const [follows, optedOut, down, half] = [
      await world.addPole(),
      await world.addPole({ optedIn: false }),
      await world.addPole({ position: 'down' }),
      await world.addPole(),
    ];
    await world.goTo('2026-05-25T05:30:00-04:00');
    half.position = 'half';
    await world.goTo('2026-05-25T05:34:00-04:00');
    expect(await list()).toEqual([]);
    await world.goTo('2026-05-25T05:45:00-04:00');
    const rows = await list();
    expect(of(rows, follows, optedOut, down, half)).toEqual(['full-staff', null, null, null]);
    expect(rows[0]).toMatchObject({
      source: { title: 'Memorial Day' },
      isOnline: true,
      isCorrectable: true,
      request: null,
    });
    expect(await alerted(follows)).toBe(
      'At full staff though half-staff is in effect (Memorial Day).',
    );
    await world.goTo('2026-05-25T12:00:00-04:00');
    expect(of(await list(), follows)).toEqual([null]);
  });

  test('includes a pole that is raised during half-staff, starting five minutes after it was raised', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ position: 'half' });
    await world.order({});
    await later(60);
    pole.position = 'up';
    await later(1);
    await later(4);
    expect(await list()).toEqual([]);
    await later(2);
    expect(of(await list(), pole)).toEqual(['full-staff']);
  });

  test('lists offline poles by their last known position, and marks them as not correctable', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    pole.isOnline = false;
    await world.order({});
    await later(10);
    expect(await list()).toMatchObject([
      { kind: 'full-staff', isOnline: false, isCorrectable: false },
    ]);
  });

  test('says which poles are held or were moved by hand, and marks them as not correctable', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const [held, raised, plain] = [
      await world.addPole(),
      await world.addPole({ position: 'half' }),
      await world.addPole(),
    ];
    await world.order({});
    const at = world.now() + 8 * 3_600_000;
    await holdPole(world.ctx, held.id, { reason: 'Parade', expires: { kind: 'at', at } });
    await later(1);
    await world.switchByHand(raised, { flagUp: true });
    await later(10);
    const rows = await list();
    expect(rows.find((row) => row.pole.id === held.id)).toMatchObject({
      isHeld: true,
      isCorrectable: false,
    });
    expect(rows.find((row) => row.pole.id === raised.id)).toMatchObject({
      request: { by: 'Morgan Ellis' },
      isCorrectable: false,
    });
    expect([await alerted(held), await alerted(raised)]).toEqual([
      null,
      expect.stringMatching(/^At full staff .* Raised by Morgan Ellis at 10:01 AM EST\.$/),
    ]);
    const ids = [held, raised, plain].map(({ id }) => id);
    const fixed = await fixWrongPositions(world.ctx, world.wrongPositions, {
      kind: 'full-staff',
      ids,
    });
    await world.settle();
    expect(fixed).toMatchObject({ sent: 1, leftOut: 2 });
    expect([held, raised, plain].map(({ position }) => position)).toEqual(['up', 'up', 'half']);
  });
});

describe('the list of flags that should not be at half-staff', () => {
  test('includes every pole, whether or not its company follows orders', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const poles = [
      await world.addPole({ position: 'half' }),
      await world.addPole({ position: 'half', optedIn: false }),
      await world.addPole({ position: 'half', dailyRule: 'always-up' }),
    ];
    await later(10);
    expect(of(await list(), ...poles)).toEqual(['half-staff', 'half-staff', 'half-staff']);
    const ids = poles.map(({ id }) => id);
    await fixWrongPositions(world.ctx, world.wrongPositions, { kind: 'half-staff', ids });
    await later(1);
    expect(await list()).toEqual([]);
    expect(poles.map(({ position }) => position)).toEqual(['up', 'up', 'up']);
  });

  test('includes a pole again after a user undoes the correction', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const poles = [
      await world.addPole({ position: 'half' }),
      await world.addPole({ position: 'half', optedIn: false }),
    ];
    await later(10);
    const ids = poles.map(({ id }) => id);
    const { move } = await fixWrongPositions(world.ctx, world.wrongPositions, {
      kind: 'half-staff',
      ids,
    });
    await later(1);
    expect((await listMoves(world.ctx)).map(({ id, control }) => [id, control])).toEqual([
      [move?.id, 'up'],
    ]);
    const { flags } = await undoMove(world.ctx, move?.id ?? '');
    await later(10);
    expect(flags.map(({ problem }) => problem)).toEqual([null, null]);
    expect(poles.map(({ position }) => position)).toEqual(['half', 'half']);
    expect(of(await list(), ...poles)).toEqual(['half-staff', 'half-staff']);
  });

  test('does not let a user move a flag that is no longer in the wrong position', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await later(10);
    const fixed = await fixWrongPositions(world.ctx, world.wrongPositions, {
      kind: 'half-staff',
      ids: [pole.id],
    });
    expect(fixed).toEqual({ sent: 0, leftOut: 1, move: null });
    expect(await listMoves(world.ctx)).toEqual([]);
  });

  test('leaves out poles that are at half-staff on Memorial Day, even if their company does not follow orders', async () => {
    await begin('2026-05-25T09:00:00-04:00');
    const pole = await world.addPole({ position: 'half', optedIn: false });
    await later(10);
    expect(await list()).toEqual([]);
    await world.goTo('2026-05-25T12:10:00-04:00');
    expect(of(await list(), pole)).toEqual(['half-staff']);
  });

  test("hides the names of users who belong to the flag's previous company", async () => {
    await begin('2026-03-02T07:40:00-05:00');
    const [pole, other] = [await world.addPole(), await world.addPole()];
    const ofCompany = (companyId: string) =>
      world.services.db.queries
        .updateTable('users')
        .set({ role: 'company_user', company_id: companyId })
        .where('id', '=', world.ctx.actor.id)
        .execute();
    await world.switchByHand(pole, { flagHalf: true });
    await later(10);
    await ofCompany(pole.companyId);
    expect(await list()).toMatchObject([{ request: { by: 'Morgan Ellis' } }]);
    await ofCompany(other.companyId);
    expect(await list()).toMatchObject([{ request: { by: 'someone' } }]);
    await world.goTo('2026-03-03T06:40:00-05:00');
    expect(await alerted(pole)).toBe('At half-staff with nothing in effect.');
  });

  test('says who lowered a pole and when; the alert after the next sunrise says the same', async () => {
    await begin('2026-03-02T07:40:00-05:00');
    const pole = await world.addPole();
    await world.switchByHand(pole, { flagHalf: true });
    await later(10);
    const [row] = await list();
    expect(row).toMatchObject({
      kind: 'half-staff',
      request: { by: 'Morgan Ellis', at: Date.parse('2026-03-02T07:40:00-05:00') },
      isCorrectable: false,
    });
    await world.goTo('2026-03-02T23:00:00-05:00');
    expect(await alerted(pole)).toBe(null);
    await world.goTo('2026-03-03T06:40:00-05:00');
    expect(await alerted(pole)).toBe(
      'At half-staff with nothing in effect. Lowered by Morgan Ellis at Mar 2, 7:40 AM EST.',
    );
  });

  test('includes a pole that is at half-staff even though a user raised it, and marks the pole as correctable', async () => {
    await begin('2026-03-02T07:40:00-05:00');
    const pole = await world.addPole({ position: 'half' });
    await world.switchByHand(pole, { flagUp: true });
    await later(1);
    pole.position = 'half';
    await later(1);
    await later(10);
    expect(await list()).toMatchObject([{ request: null, isCorrectable: true }]);
    expect(await alerted(pole)).toBe('At half-staff with nothing in effect.');
  });

  test('leaves out a pole with a hold that has a reason and an end, until the hold ends and autopilot raises the pole', async () => {
    await begin('2026-03-02T07:40:00-05:00');
    await world.switchEngine(true);
    const pole = await world.addPole();
    await world.switchByHand(pole, { flagHalf: true });
    await later(1);
    const at = Date.parse('2026-03-02T17:45:00-05:00');
    await holdPole(world.ctx, pole.id, { reason: 'Funeral', expires: { kind: 'at', at } });
    await later(60);
    expect([await list(), await alerted(pole)]).toEqual([[], null]);
    await world.goTo('2026-03-02T17:46:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('includes a pole that stays at half-staff after its hold because its company does not follow orders', async () => {
    await begin('2026-03-02T07:40:00-05:00');
    await world.switchEngine(true);
    const pole = await world.addPole({ optedIn: false });
    await world.switchByHand(pole, { flagHalf: true });
    const at = Date.parse('2026-03-02T17:45:00-05:00');
    await holdPole(world.ctx, pole.id, { reason: 'Funeral', expires: { kind: 'at', at } });
    await world.goTo('2026-03-02T18:00:00-05:00');
    expect([pole.position, of(await list(), pole)]).toEqual(['half', ['half-staff']]);
    await world.goTo('2026-03-03T07:00:00-05:00');
    expect(await alerted(pole)).not.toBe(null);
  });

  test('leaves out a pole if its company stops following orders before the order ends', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ position: 'half' });
    await world.order({ scope: { kind: 'companies', companyIds: [pole.companyId] } });
    await later(60);
    expect(await list()).toEqual([]);
    await updateCompany(world.ctx, pole.companyId, { autoHalfMast: false });
    await later(60);
    // The order still applies to this company, so half-staff is not the wrong position.
    expect(await list()).toEqual([]);
  });
});

test("users can neither see nor correct another company's flags in the wrong position", async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const [own, other] = [
    await world.addPole({ position: 'half' }),
    await world.addPole({ position: 'half' }),
  ];
  await later(10);
  const { companyId } = own;
  const actor = { ...world.ctx.actor, role: 'company_user' as const, companyId };
  const ctx = { ...world.ctx, actor };
  expect(
    (await listWrongPositions(ctx, world.wrongPositions)).poles.map(({ pole }) => pole.id),
  ).toEqual([own.id]);
  const fixed = await fixWrongPositions(ctx, world.wrongPositions, {
    kind: 'half-staff',
    ids: [own.id, other.id],
  });
  expect(fixed).toMatchObject({ sent: 1, leftOut: 1 });
  await world.settle();
  expect([own.position, other.position]).toEqual(['up', 'half']);
});

describe('the index of wrong positions', () => {
  const ALL = { kind: 'all' } as const;
  const begun = async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const poles = [
      await world.addPole({ position: 'half' }),
      await world.addPole({ position: 'half' }),
    ];
    await world.passTo(world.now() + 60 * 60_000);
    return poles;
  };

  test('responds before all poles are checked, and checks the remaining poles in the background', async () => {
    await begun();
    let at = 0;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (at += 1000));
    const { wrong, unchecked } = await world.wrongPositions.current(ALL, 0);
    time.mockRestore();
    expect(unchecked).toBe(2);
    await vi.waitFor(() => expect(wrong.size).toBe(2));
    expect(await world.wrongPositions.current(ALL, 0)).toMatchObject({ unchecked: 0 });
  });

  test("checks only the requested company's poles at first, and the other poles once all companies are requested", async () => {
    const [own] = await begun();
    const { companyId } = own!;
    const { wrong, unchecked } = await world.wrongPositions.current({ kind: 'company', companyId });
    expect(unchecked).toBe(0);
    expect([...wrong.keys()]).toEqual([own!.id]);
    await world.wrongPositions.current(ALL);
    expect(wrong.size).toBe(2);
  });

  test('skips the first five runs of its background job, because the server is busy at startup', async () => {
    await begun();
    const current = vi.spyOn(world.wrongPositions, 'current');
    const { db } = world.services;
    const run = { db, signal: AbortSignal.timeout(60_000), kick() {}, failed() {} };
    const work = await poleIndexJob(world.wrongPositions).begin(run);
    for (let run = 1; run <= 5; run++) await work.round();
    expect(current).not.toHaveBeenCalled();
    await work.round();
    expect((await world.wrongPositions.current(ALL, 0)).wrong.size).toBe(2);
    expect(current).toHaveBeenCalledTimes(2);
  });
});

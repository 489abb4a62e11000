import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';
import { endHold, setHold } from './holds.ts';
import { type ChangedPoles, PoleIndex } from './poleIndex.ts';

describe.each(engines)('the index of poles on %s', (engine) => {
  let world: EngineWorld;
  let poles: PoleIndex;
  let changed: ChangedPoles;
  let [first, second] = [] as WorldPole[];

  beforeEach(async () => {
    world = await createEngineWorld('2026-03-02T10:00:00-05:00', { database: engine });
    first = await world.addPole();
    second = await world.addPole({ state: 'TX' });
    poles = new PoleIndex(world.services.db);
    await poles.current();
    changed = poles.follow();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  const queries = () => world.services.db.queries;
  /** Returns which poles have changed since the last call. */
  const changes = async () => {
    await poles.current();
    const ids = [...changed].sort();
    changed.clear();
    return ids;
  };

  test('reports all poles as changed at first, and then none until something changes', async () => {
    expect(await changes()).toEqual([first!.id, second!.id].sort());
    expect(await changes()).toEqual([]);
    expect(poles.get(first!.id)?.flag).toMatchObject({ flagId: first!.flagId, lock: null });
    expect(poles.idAt(second!)).toBe(second!.id);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'its own settings',
      () =>
        queries()
          .updateTable('flags')
          .set({ flies: 'state' })
          .where('id', '=', first!.id)
          .execute(),
    ],
    [
      'the time zone of its location',
      () =>
        queries()
          .updateTable('locations')
          .set({ time_zone: 'America/Denver' })
          .where('id', '=', first!.locationId)
          .execute(),
    ],
    [
      'whether its company follows orders',
      () =>
        queries()
          .updateTable('companies')
          .set({ auto_half_mast: false })
          .where('id', '=', first!.companyId)
          .execute(),
    ],
  ])('reads a pole again when somebody changes its data: %s', async (_what, act) => {
    await changes();
    const before = poles.get(first!.id);
    await act();
    expect(await changes()).toEqual([first!.id]);
    expect(poles.get(first!.id)).not.toEqual(before);
  });

  test("contains a pole's hold until the hold is released", async () => {
    await changes();
    const { flag } = poles.get(first!.id)!;
    const at = { now: world.now(), wall: world.now() };
    const by = { id: 'ann', name: 'Ann' };
    const hold = {
      id: 'h',
      reason: 'Rope',
      by,
      expires: { kind: 'at', at: at.now + 1e6 } as const,
    };
    await world.services.db.transaction((trx) =>
      setHold(trx, flag, { ...hold, commandId: null, sourceKey: '' }, at),
    );
    expect(await changes()).toEqual([first!.id]);
    expect(poles.get(first!.id)?.hold).toMatchObject({ reason: 'Rope', by: 'Ann' });
    const unread = new PoleIndex(world.services.db);
    for (const index of [poles, unread]) {
      const found = await index.find([first!.id, 'deleted', second!.id]);
      expect(new Map(found.map((pole) => [pole.flag.id, pole]))).toEqual(
        new Map([first!, second!].map(({ id }) => [id, poles.get(id)])),
      );
    }
    expect(unread.size).toBe(0);
    await world.services.db.transaction((trx) => endHold(trx, flag, 'Ann', at));
    expect(await changes()).toEqual([first!.id]);
    expect(poles.get(first!.id)?.hold).toBeNull();
  });

  test('finds a pole only under its new flag ID after its device was replaced', async () => {
    const before = { ownerId: first!.ownerId, flagId: first!.flagId };
    await world.replaceDevice(first!, 'NEW-1');
    await poles.current();
    expect(poles.idAt(before)).toBeUndefined();
    expect(poles.idAt(first!)).toBe(first!.id);
  });

  test('drops a deleted pole, and adds a new one', async () => {
    await changes();
    await queries().deleteFrom('flags').where('id', '=', first!.id).execute();
    const third = await world.addPole();
    expect(await changes()).toEqual([first!.id, third.id].sort());
    expect(poles.get(first!.id)).toBeUndefined();
    expect(poles.idAt(first!)).toBeUndefined();
    expect(poles.size).toBe(2);
  });

  test('eventually finds a change that is missing from the log of changes', async () => {
    await changes();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 700_000);
    await queries()
      .updateTable('flags')
      .set({ name: 'Renamed' })
      .where('id', '=', second!.id)
      .execute();
    await queries().deleteFrom('record_changes').execute();
    expect(await changes()).toEqual([second!.id]);
  });

  test('reads everything again after an error', async () => {
    await changes();
    await queries()
      .updateTable('flags')
      .set({ name: 'Renamed' })
      .where('id', '=', second!.id)
      .execute();
    vi.spyOn(queries(), 'selectFrom').mockImplementationOnce(() => {
      throw new Error('The database is away');
    });
    await expect(poles.current()).rejects.toThrow('away');
    expect(await changes()).toEqual([second!.id]);
    expect(poles.get(second!.id)?.flag.name).toBe('Renamed');
  });
});

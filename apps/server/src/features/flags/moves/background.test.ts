import { PLAN_LISTED_FLAGS } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uniqueKey } from '../../../platform/database/text.ts';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { movesJob, settleEndedRuns, whenSent } from './background.ts';

const COUNT = PLAN_LISTED_FLAGS + 250;

describe.each(engines)('a large mass move on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let harness: Harness;
  let home: World;
  let person: Client;
  let sent: string[];
  /**
   * Called before each command is stored. The command waits until the returned promise resolves.
   */
  let onCommand: () => Promise<void> | void;

  beforeEach(async () => {
    harness = await createHarness({ engine });
    home = await createWorld(harness, await harness.as('master'));
    person = home.companyUser;
    sent = [];
    onCommand = () => undefined;
    await addManyFlags();
  });
  afterEach(async () => {
    await whenSent(harness.services);
    await harness.close();
  });

  /**
   * Adds many online flags. Keeps their realtime data in a map, because the test harness's realtime
   * link would be too slow.
   */
  async function addManyFlags() {
    const { record, command } = harness.link;
    const records = new Map<string, ReturnType<typeof record>>();
    const reference = { ownerId: 'reference', flagId: 'R' };
    const node = hardwarePath(reference);
    harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000 + 3600);
    harness.link.leaves.set(`${node}/reported/flagUp`, true);
    const online = record(reference);
    harness.link.record = (address) =>
      address.ownerId === 'many' ? (records.get(address.flagId) ?? online) : record(address);
    harness.link.command = async (address, states, given, only) => {
      if (address.ownerId !== 'many') return command(address, states, given, only);
      await onCommand();
      sent.push(address.flagId);
      const at = harness.time.now;
      records.set(address.flagId, {
        ...online,
        command: { id: given.id, by: given.by, issuedAt: at, receivedAt: at },
        desired: { flagUp: false, flagDown: true, flagHalf: false, lamp: false },
      });
      return true;
    };
    await harness.services.db.queries
      .insertInto('flags')
      .values(
        Array.from({ length: COUNT }, (_, index) => ({
          ...{ id: `m${String(index).padStart(4, '0')}`, flag_id: `M-${index}` },
          ...{ flag_id_key: uniqueKey(`M-${index}`), name: `Many ${index}`, owner_id: 'many' },
          ...{ company_id: home.companyId, location_id: home.locationId },
          ...{ move_timeout: null, created_at: 0 },
        })),
      )
      .execute();
  }

  const begin = async () => {
    const query = { q: 'many' };
    const plan = await person.call('POST', '/api/moves/plans', { control: 'down', query });
    expect(plan.json.count).toBe(COUNT);
    return person.call('POST', '/api/moves', { control: 'down', plan: plan.json.id });
  };
  const progress = async (id: string) =>
    (await person.call('GET', `/api/moves/${id}`)).json.progress;
  const problems = async (id: string, page = 1) =>
    (await person.call('GET', `/api/moves/${id}/flags?show=problems&page=${page}`)).json;
  /** Holds back all commands after the first `count` until `release` is called. */
  const holdAfter = (count: number) => {
    const nothing = () => undefined;
    const done: Record<'release' | 'reach', () => void> = { release: nothing, reach: nothing };
    const released = new Promise<void>((resolve) => {
      done.release = resolve;
    });
    const isReached = new Promise<void>((resolve) => {
      done.reach = resolve;
    });
    let asked = 0;
    onCommand = () => {
      if (asked++ < count) return undefined;
      done.reach();
      return released;
    };
    return { release: () => done.release(), isReached };
  };

  test('is accepted immediately, and then shows its progress until all commands are sent', async () => {
    const { release, isReached } = holdAfter(200);
    const { status, json } = await begin();
    expect([status, json.flags, json.progress.total]).toEqual([201, [], COUNT]);
    await isReached;
    expect(await progress(json.id)).toMatchObject({ isDone: false, remaining: COUNT - 400 });
    release();
    await whenSent(harness.services);
    expect(await progress(json.id)).toMatchObject({
      ...{ isDone: true, isCanceled: false, sent: COUNT, remaining: 0, notSent: 0 },
      ...{ waiting: COUNT, confirmed: 0, notConfirmed: 0 },
    });
    expect(new Set(sent).size).toBe(COUNT);
    harness.time.now += 60_000;
    expect(await progress(json.id)).toMatchObject({ waiting: 0, notConfirmed: COUNT });
    const page = await problems(json.id, 2);
    expect([page.total, page.page, page.items.length]).toEqual([COUNT, 2, 50]);
    expect(page.items[0].problem).toBe('Not confirmed');
  });

  testOnce(
    'stops sending commands when it is canceled, and a retry sends the remaining ones',
    async () => {
      const { release, isReached } = holdAfter(200);
      const { json } = await begin();
      await isReached;
      expect((await person.call('POST', `/api/moves/${json.id}/cancel`)).status).toBe(200);
      release();
      await whenSent(harness.services);
      expect(await progress(json.id)).toMatchObject({
        ...{ isDone: true, isCanceled: true, sent: 400, notSent: COUNT - 400 },
      });
      expect(sent).toHaveLength(400);
      const page = await problems(json.id);
      expect(page.items[0].problem).toBe('Not sent: canceled');
      expect((await person.call('POST', `/api/moves/${json.id}/retry`, {})).status).toBe(200);
      await whenSent(harness.services);
      expect(await progress(json.id)).toMatchObject({ isDone: true, sent: COUNT, notSent: 0 });
      expect(new Set(sent).size).toBe(COUNT);
      expect(sent).toHaveLength(COUNT);
    },
  );

  describe("when the user's access changes partway through", () => {
    const set = (values: object) =>
      harness.services.db.queries
        .updateTable('users')
        .set(values)
        .where('id', '=', person.id)
        .execute();
    const changes: readonly [string, () => Promise<unknown>][] = [
      ['the user is suspended', () => set({ suspended_at: harness.time.now })],
      ['the user gets another role', () => set({ role: 'employee' })],
      [
        'the user is moved to another company',
        async () => {
          const other = await createWorld(harness, await harness.as('master'));
          const { companyId: company_id, locationId: location_id } = other;
          await set({ company_id, location_id });
        },
      ],
      ['the user may no longer move poles', () => set({ may_move_poles: false })],
      [
        'the user is deleted',
        () => harness.services.db.queries.deleteFrom('users').where('id', '=', person.id).execute(),
      ],
    ];

    testOnce.each(changes)('sends nothing more if %s', async (_, changeAccess) => {
      const { release, isReached } = holdAfter(200);
      const { json } = await begin();
      await isReached;
      await changeAccess();
      release();
      await whenSent(harness.services);
      expect(sent).toHaveLength(400);
      const { queries } = harness.services.db;
      const move = await queries
        .selectFrom('moves')
        .selectAll()
        .where('id', '=', json.id)
        .executeTakeFirstOrThrow();
      expect([move.pending, move.cancelled_at]).toEqual([null, harness.time.now]);
    });

    test('reports why it stopped, and lists the flags that were not moved', async () => {
      const { release, isReached } = holdAfter(200);
      const { json } = await begin();
      await isReached;
      await set({ suspended_at: harness.time.now });
      release();
      await whenSent(harness.services);
      await set({ suspended_at: null });
      expect(await progress(json.id)).toMatchObject({
        ...{ isDone: true, isCanceled: true, sent: 400, notSent: COUNT - 400, remaining: 0 },
      });
      const page = await problems(json.id);
      expect(page.total).toBe(COUNT - 400);
      expect(page.items[0].problem).toBe('Not sent: your access has changed');
    });

    testOnce('stops an undo that is in progress', async () => {
      const { json } = await begin();
      await whenSent(harness.services);
      sent.length = 0;
      const { release, isReached } = holdAfter(200);
      await person.call('POST', `/api/moves/${json.id}/undo`);
      await isReached;
      await set({ suspended_at: harness.time.now });
      release();
      await whenSent(harness.services);
      await set({ suspended_at: null });
      expect(sent).toHaveLength(400);
      expect(await progress(json.id)).toMatchObject({
        ...{ isDone: true, isCanceled: true, undone: 400 },
      });
    });

    testOnce(
      'sends no more commands if the API token that started the move is revoked',
      async () => {
        const body = { name: 'Script', scope: 'switch', expiresInDays: 1 };
        const token = await person.call('POST', '/api/tokens', body);
        const headers = { cookie: '', authorization: `Bearer ${token.json.secret}` };
        const plan = { control: 'down', query: { q: 'many' } };
        const made = await person.call('POST', '/api/moves/plans', plan, { headers });
        const { release, isReached } = holdAfter(200);
        const move = { control: 'down', plan: made.json.id };
        const { status, json } = await person.call('POST', '/api/moves', move, { headers });
        expect(status).toBe(201);
        await isReached;
        expect((await person.call('DELETE', `/api/tokens/${token.json.id}`)).status).toBe(204);
        release();
        await whenSent(harness.services);
        expect(sent).toHaveLength(400);
        expect(await progress(json.id)).toMatchObject({ isDone: true, isCanceled: true });
      },
    );

    testOnce('is still completed if the user only signs out', async () => {
      const { release, isReached } = holdAfter(200);
      const { json } = await begin();
      await isReached;
      await person.call('POST', '/api/logout');
      release();
      await whenSent(harness.services);
      person = await harness.client(person.id);
      expect(await progress(json.id)).toMatchObject({ isCanceled: false, sent: COUNT });
    });
  });

  test('marks the remaining commands as not sent if the process that sends them is killed', async () => {
    const { release, isReached } = holdAfter(250);
    const { json } = await begin();
    await isReached;
    // Another process finds that the run has ended. 50 commands of the second slice were sent.
    harness.time.now += 15_000;
    await settleEndedRuns({ ...harness.services, db: await harness.database.reopen() });
    expect(sent).toHaveLength(250);
    expect(await progress(json.id)).toMatchObject({
      ...{ isDone: true, sent: 250, notSent: COUNT - 250, remaining: 0 },
    });
    expect((await problems(json.id)).items[0].problem).toBe('Not sent: the server stopped');
    release();
  });

  testOnce(
    'sends no more commands after the current batch if the server process shuts down',
    async () => {
      const { release, isReached } = holdAfter(200);
      const { json } = await begin();
      await isReached;
      const job = await movesJob(harness.services).begin({
        db: harness.services.db,
        signal: new AbortController().signal,
        kick: () => undefined,
        failed: () => undefined,
      });
      const stopped = job.stop?.();
      release();
      await stopped;
      expect(sent).toHaveLength(400);
      await settleEndedRuns({ ...harness.services, db: await harness.database.reopen() });
      expect(await progress(json.id)).toMatchObject({
        ...{ isDone: true, sent: 400, notSent: COUNT - 400 },
      });
    },
  );

  test('prevents another large move by the same user until all its commands are sent', async () => {
    const { release, isReached } = holdAfter(0);
    const first = await begin();
    await isReached;
    expect((await begin()).status).toBe(409);
    expect((await person.call('POST', `/api/moves/${first.json.id}/undo`)).status).toBe(409);
    release();
    await whenSent(harness.services);
    expect((await begin()).status).toBe(201);
  });

  testOnce('is not visible to other users, and nobody else can cancel it', async () => {
    const { json } = await begin();
    const other = await harness.as('company_user', { companyId: home.companyId });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/flags'],
      ['POST', '/cancel'],
      ['POST', '/undo'],
    ] as const)
      expect((await other.call(method, `/api/moves/${json.id}${path}`)).status).toBe(404);
    expect((await other.call('GET', '/api/moves')).json).toEqual([]);
  });

  testOnce(
    'lists the flags that were locked after the confirmation was shown, and counts those that were deleted',
    async () => {
      const query = { q: 'many' };
      const plan = await person.call('POST', '/api/moves/plans', { control: 'down', query });
      await person.call('PUT', '/api/flags/m0000/lock', { reason: 'Painting' });
      await harness.services.db.queries.deleteFrom('flags').where('id', '=', 'm0001').execute();
      const body = { control: 'down', plan: plan.json.id };
      const { json } = await person.call('POST', '/api/moves', body);
      await whenSent(harness.services);
      expect(await progress(json.id)).toMatchObject({ sent: COUNT - 2, skipped: 2, isDone: true });
      const page = await problems(json.id);
      expect([page.total, page.items[0].name]).toEqual([1, 'Many 0']);
      expect(page.items[0].problem).toContain('Painting');
    },
  );

  test('is undone in the background', async () => {
    const { json } = await begin();
    await whenSent(harness.services);
    sent.length = 0;
    const undone = await person.call('POST', `/api/moves/${json.id}/undo`);
    expect([undone.status, undone.json.flags]).toEqual([200, []]);
    await whenSent(harness.services);
    expect(await progress(json.id)).toMatchObject({ isDone: true, undone: COUNT });
    expect(new Set(sent).size).toBe(COUNT);
  });
});

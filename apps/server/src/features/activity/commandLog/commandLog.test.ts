import { type Activity, activityText, COMMAND_LAPSE_MS, ENGINE_ACTOR } from '@halyard/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import { LiveState } from '../../../realtime/tree/liveState.ts';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { sweepActivity } from '../retention.ts';
import { CommandLog } from './commandLog.ts';

const FOLLOWED = { closedAt: 0, outcome: 'confirmed' };

describe.each(bothEngines)('the command log on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let address: FlagAddress;
  let live: LiveState;
  let log: CommandLog;
  let node: Record<string, unknown>;
  let begun: number;
  /**
   * Whether the simulated realtime database still has the channel and IP address of each command. A
   * real one loses them when it restarts.
   */
  let knowsOrigins = true;
  let nextSeq = 0;
  /**
   * The receipts that the realtime database stores for commands, and the paths of the receipts that
   * were removed during the test.
   */
  let stored: Record<string, string> | null = null;
  let removed: string[] = [];

  const start = () =>
    CommandLog.start({
      live,
      db: harness.services.db,
      clock: harness.services.clock,
      receipts: {
        begin(seq) {
          nextSeq = seq;
        },
        nextSeq: () => nextSeq++,
        take: (_, { by }) =>
          knowsOrigins && by === world.employee.id
            ? { seq: nextSeq++, channel: 'live', address: '198.51.100.7' }
            : null,
      },
      tree: {
        get: async () => stored,
        async update(changes) {
          removed.push(...Object.keys(changes));
        },
      },
      isOwner: async () => true,
    });
  /** Writes changes to the realtime data of the flag. */
  const put = (changes: Record<string, unknown>) => {
    node = { ...node, ...changes };
    live.apply({ type: 'put', path: hardwarePath(address).replace('users', ''), data: node });
  };
  const command = (id: string, by: string, more: object = {}) => ({
    command: { id, by, issuedAt: harness.time.now, receivedAt: harness.time.now, ...more },
  });
  const close = (more: object = {}) =>
    put({
      command: { ...(node.command as object), ...FOLLOWED, closedAt: harness.time.now, ...more },
    });
  /** Returns the log entries written since the test began, oldest first. */
  const written = async (): Promise<Activity[]> => {
    await log.round();
    const query = `flagId=${world.flagRowId}&category=commands&from=${begun}`;
    const { json } = await master.call('GET', `/api/activity?${query}`);
    return json.entries.toReversed();
  };
  /** Restarts the command log, and returns the entries written since the test began. */
  const entries = async () => {
    await log.stop();
    log = await start();
    return written();
  };
  const loggedEntries = async () =>
    (await entries()).map((entry) => [activityText(entry), entry.outcome, entry.detail.seconds]);

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    const flag = (await master.call('GET', '/api/flags')).json.find(
      ({ id }: { id: string }) => id === world.flagRowId,
    );
    address = { ownerId: flag.firebaseUserId, flagId: flag.flagId };
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.time.now += 3_600_000;
    begun = harness.time.now;
    live = new LiveState();
    knowsOrigins = true;
    stored = null;
    removed = [];
    node = {
      id: address.flagId,
      flagUp: true,
      lamp: false,
      reported: { flagUp: true, lamp: false },
    };
    put({});
    log = await start();
  });
  afterEach(() => log.stop());

  test('logs a confirmed command with its actor, request, channel, IP address and duration', async () => {
    put({ flagUp: false, flagHalf: true, ...command('known-1', world.employee.id) });
    const givenAt = harness.time.now;
    harness.time.now += 4200;
    put({ reported: { flagUp: false, flagHalf: true, lamp: false } });
    close();
    expect(await entries()).toMatchObject([
      {
        kind: 'flag.command',
        outcome: 'confirmed',
        at: givenAt,
        actor: { kind: 'person', id: world.employee.id },
        channel: 'live',
        address: '198.51.100.7',
        companyId: world.companyId,
        flagId: world.flagRowId,
        detail: { position: 'half', seconds: 4.2 },
      },
    ]);
  });

  test('logs that a command was not confirmed in time, and later that it has lapsed', async () => {
    put({ lamp: true, ...command('late', world.employee.id) });
    harness.time.now += 20_000;
    put({ voltage: 24 });
    harness.time.now += COMMAND_LAPSE_MS - 20_000;
    put({
      lamp: false,
      command: { ...(node.command as object), closedAt: harness.time.now, outcome: 'lapsed' },
    });
    expect(await loggedEntries()).toEqual([
      ['Lamp on', 'not-confirmed', 20],
      ['Lamp on', 'lapsed', 900],
    ]);
  });

  test('logs that a pole has not carried out a command, even if the pole sends no reports', async () => {
    put({ lamp: true, ...command('silent', world.employee.id) });
    harness.time.now += 16_000;
    await expect
      .poll(written)
      .toMatchObject([{ outcome: 'not-confirmed', detail: { lamp: true, seconds: 16 } }]);
  });

  test('logs commands that were replaced by later ones or canceled by a lock', async () => {
    put({ flagUp: false, flagDown: true, ...command('first', world.employee.id) });
    put({ flagDown: false, ...command('second', world.companyUser.id) });
    close({ outcome: 'cancelled' });
    expect(await loggedEntries()).toEqual([
      ['Down', 'replaced', 0],
      ['Stop', 'cancelled', 0],
    ]);
  });

  test('logs the half-staff engine, a service account or someone at the pole as the actor', async () => {
    put({ flagUp: false, flagHalf: true, ...command('e', ENGINE_ACTOR) });
    close();
    const service = { name: 'Back end', role: 'company_user', companyId: world.companyId };
    const { json } = await (await harness.as('master')).call(
      'POST',
      '/api/service-accounts',
      service,
    );
    put({ flagHalf: false, flagUp: true, ...command('s', `service:${json.id}`) });
    close();
    log.moved(address, live.record(address), { flagUp: false, flagDown: true });
    const all = await entries();
    expect(all.map(({ actor, channel }) => [actor.kind, actor.name, channel])).toEqual([
      ['engine', 'Autopilot', 'engine'],
      ['service', 'Back end', 'api'],
      ['pole', 'The pole itself', 'pole'],
    ]);
    expect(all.map(activityText)).toEqual(['Half-staff', 'Up', 'Moved manually: Down']);
  });

  const called = { id: 'server-called', channel: 'console', address: '203.0.113.9' } as const;
  /**
   * Sends a command as an API call does. The channel and IP address of the call were stored `agoMs`
   * ms earlier.
   */
  async function callAt(agoMs: number): Promise<void> {
    const { db, clock } = harness.services;
    await db.queries.deleteFrom('command_origins').execute();
    await db.queries
      .insertInto('command_origins')
      .values({ ...called, actor_id: world.employee.id, created_at: clock() - agoMs })
      .execute();
    put({ lamp: true, ...command(called.id, world.employee.id) });
  }

  test('logs a command sent by an API call with the channel and IP address of that call', async () => {
    await callAt(0);
    close();
    expect(await entries()).toMatchObject([{ channel: 'console', address: '203.0.113.9' }]);
  });

  test('logs the channel and IP address of an API call even if the clock of the receiving process is hours behind', async () => {
    await callAt(12 * 3_600_000);
    await sweepActivity(harness.services.db, harness.time.now, DAY_MS);
    close();
    expect(await entries()).toMatchObject([{ channel: 'console', address: '203.0.113.9' }]);
  });

  test('logs the outcome of each command once, even after restarts and a clock change', async () => {
    put({ flagUp: false, flagHalf: true, ...command('stepped', world.employee.id) });
    harness.time.now += 16_000;
    put({ voltage: 23 });
    expect(await loggedEntries()).toEqual([['Half-staff', 'not-confirmed', 16]]);
    const requestedAt = harness.time.now - 16_000;
    put({ command: { ...(node.command as object), issuedAt: harness.time.now, requestedAt } });
    close();
    expect((await loggedEntries()).length).toBe(2);
    expect(await loggedEntries()).toEqual([
      ['Half-staff', 'not-confirmed', 16],
      ['Half-staff', 'confirmed', 16],
    ]);
  });

  test('keeps the channel and IP address of a command after a restart', async () => {
    put({ lamp: true, ...command('restarted', world.employee.id) });
    harness.time.now += 16_000;
    await expect.poll(written).toHaveLength(1);
    knowsOrigins = false;
    await log.stop();
    log = await start();
    close();
    const from = { channel: 'live', address: '198.51.100.7' };
    expect(await entries()).toMatchObject([
      { ...from, outcome: 'not-confirmed' },
      { ...from, outcome: 'confirmed' },
    ]);
  });

  test('logs commands that an earlier process was unable to log', async () => {
    await log.stop();
    put({ flagUp: false, flagDown: true, ...command('gap', world.employee.id) });
    close();
    log = await start();
    expect(await loggedEntries()).toEqual([['Down, lamp off', 'confirmed', 0]]);
  });

  test("deletes a command's receipt from the realtime database after the command's last log entry", async () => {
    put({ lamp: true, ...command('received', world.employee.id) });
    const seq = nextSeq - 1;
    harness.time.now += 16_000;
    await expect.poll(written).toHaveLength(1);
    expect(removed).toEqual([]);
    close();
    await expect.poll(() => log.round().then(() => removed)).toEqual([`commandReceipts/${seq}`]);
    expect(await loggedEntries()).toEqual([
      ['Lamp on', 'not-confirmed', 16],
      ['Lamp on', 'confirmed', 16],
    ]);
  });

  test('logs each replaced command, and each command of a deleted flag, exactly once despite repeated kill -9', async () => {
    await log.stop();
    const at = harness.time.now;
    const receipt = (seq: number, flagId: string) => ({
      ...{ seq, flag: { ...address, flagId }, key: `${at}.${world.employee.id}.k${seq}` },
      command: { id: `k${seq}`, by: world.employee.id, at },
      ...{ channel: 'live', address: '198.51.100.9', movement: { lamp: true }, before: null },
      place: { companyId: world.companyId, locationId: null },
    });
    put({ flagUp: false, flagDown: true, ...command('later', world.employee.id) });
    stored = Object.fromEntries(
      [receipt(nextSeq++, address.flagId), receipt(nextSeq++, 'NO-MORE')].map((one) => [
        one.seq,
        JSON.stringify(one),
      ]),
    );
    // Simulates that the process is killed each time before it removes the receipts.
    for (let life = 0; life < 3; life++) {
      log = await start();
      await log.stop();
      harness.time.now += 1000;
    }
    const query = `category=commands&from=${begun}`;
    const { entries } = (await master.call('GET', `/api/activity?${query}`)).json as {
      entries: Activity[];
    };
    expect(entries).toHaveLength(2);
    expect(entries).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ flagId: world.flagRowId, outcome: 'replaced' }),
        expect.objectContaining({ subject: 'NO-MORE', outcome: 'cancelled' }),
      ]),
    );
    expect(entries.map((one) => one.address)).toEqual(['198.51.100.9', '198.51.100.9']);
    expect(new Set(removed)).toEqual(
      new Set(Object.keys(stored).map((seq) => `commandReceipts/${seq}`)),
    );
    log = await start();
  });

  test('logs every command even if clients reuse command IDs', async () => {
    for (const [id, position] of [
      ['x', { flagUp: false, flagDown: true }],
      ['y', { flagUp: true, flagDown: false }],
      ['x', { flagUp: false, flagDown: true }],
    ] as const) {
      harness.time.now += 1000;
      put({ ...position, ...command(id, world.employee.id) });
      close();
    }
    expect(await loggedEntries()).toEqual([
      ['Down', 'confirmed', 0],
      ['Up', 'confirmed', 0],
      ['Down', 'confirmed', 0],
    ]);
  });

  test("does not treat a pole's first report as a manual move", async () => {
    node = { id: address.flagId, reported: { flagUp: true } };
    put({});
    log.moved(address, live.record(address), { flagUp: true });
    expect(await entries()).toEqual([]);
  });
});

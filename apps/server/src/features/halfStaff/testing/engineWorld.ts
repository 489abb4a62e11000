import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  asWritten,
  commandTo,
  type DailyRule,
  type Order,
  type OrderTerms,
  type Position,
  type SwitchStates,
} from '@halyard/domain';
import { memoryStore } from '@halyard/realtime';
import { pino } from 'pino';
import { domainClockOf } from '../../../platform/clock.ts';
import type { Engine as DatabaseEngine } from '../../../platform/database/engines/engine.ts';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { localBus } from '../../../platform/jobs/bus.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { CommandReceipts } from '../../../realtime/commands/commandReceipts.ts';
import { linkEmbedded } from '../../../realtime/embedded.ts';
import { flagMirror, hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { openRealtime } from '../../../realtime/server/open.ts';
import { openTestDatabase } from '../../../testing/engines.ts';
import { ALONE } from '../../../testing/runJob.ts';
import { CommandLog } from '../../activity/commandLog/commandLog.ts';
import type { Context, Services } from '../../calls/context.ts';
import { replaceDevice } from '../../flags/replaceDevice.ts';
import { commandFlag } from '../../fleet/sendCommands/commandFlag.ts';
import { setEngineState } from '../autopilot/engineState.ts';
import { Engine } from '../engine/engine.ts';
import { approveOrder, createOrder } from '../orders/orders.ts';
import { refreshScreens } from '../orders/reach.ts';
import { PoleIndex } from '../poles/poleIndex.ts';
import { WrongPositionIndex } from '../poles/wrongPositions/wrongPositionIndex.ts';
import { type SimulatedPole, SimulatedPoles } from './poles.ts';

/** A pole with its database row. */
export interface WorldPole extends SimulatedPole {
  /** The flag's ID in the table `flags`. */
  id: string;
  companyId: string;
  locationId: string;
  state: string;
}

export interface PoleWishes {
  state?: string;
  timeZone?: string;
  dailyRule?: DailyRule;
  position?: Position;
  optedIn?: boolean;
  serverSteps?: boolean;
}

/** The real engine on real databases, with simulated poles and a clock that the test sets. */
export interface EngineWorld {
  services: Services;
  /** The context of a master. Feature functions take it as their first argument. */
  ctx: Context;
  /**
   * The in-memory index of this world's poles. `wrongPositions` is the index of those in the wrong
   * position.
   */
  poles: PoleIndex;
  wrongPositions: WrongPositionIndex;
  /** The context of another master. */
  second: Context;
  now(): number;
  /** Sets the clock and makes online poles report. Resolves when nothing changes anymore. */
  goTo(moment: string | number): Promise<void>;
  /** Sets the clock. Poles do not report, and the engine does not run. */
  passTo(at: number): Promise<void>;
  /**
   * Makes online poles report, and waits until everything that poles and users have sent is stored.
   * The engine does not run.
   */
  report(): Promise<void>;
  /** Waits until everything that poles and users have sent is stored. The engine does not run. */
  idle(): Promise<void>;
  /** Runs the engine until nothing changes anymore. */
  settle(): Promise<void>;
  addPole(wishes?: PoleWishes): Promise<WorldPole>;
  /** Installs another device at the pole, in the same position as the old one. */
  replaceDevice(pole: WorldPole, flagId: string): Promise<void>;
  /**
   * Backs up a pole: its realtime data and what the engine remembers about it.
   * @returns a function that restores the backup
   */
  backUp(pole: WorldPole): Promise<() => Promise<void>>;
  /** Deletes the pole's reports, as if it had never sent any, and takes it offline. */
  forgetReports(pole: WorldPole): Promise<void>;
  switchEngine(isOn: boolean): Promise<void>;
  /** Stops the engine. `startEngine` starts a new one. */
  stopEngine(): void;
  startEngine(): void;
  /** Drafts and approves an order. */
  order(terms: Partial<OrderTerms>): Promise<Order>;
  /** Sends a user's switch command through the API. */
  switchByHand(pole: WorldPole, states: Partial<SwitchStates>): Promise<void>;
  /** Sends a user's command from a browser whose clock shows `issuedAt`. */
  commandLive(
    pole: WorldPole,
    states: Partial<SwitchStates>,
    given: { id: string; issuedAt: number },
  ): Promise<void>;
  /** The commands that the engine has sent to poles. */
  commands: { flagId: string; id: string; at: number }[];
  close(): Promise<void>;
}

const ADDRESS = {
  address1: '1 Main',
  address2: null,
  city: 'Town',
  zip: '00000',
  phone: '5550100000',
};
/** How many engine runs in a row must change nothing before the test world stops waiting. */
const QUIET_ROUNDS = 2;
const MOST_ROUNDS = 200;

export async function createEngineWorld(
  start: string,
  options: { database?: DatabaseEngine } = {},
): Promise<EngineWorld> {
  const time = { now: Date.parse(start) };
  const clock = () => time.now;
  const log = pino({ level: 'silent' });
  const database = await openTestDatabase(options.database ?? 'sqlite');
  const { db } = database;
  const receipts = new CommandReceipts();
  const server = await openRealtime({
    store: memoryStore(),
    clock,
    log,
    publicUrl: null,
    trustProxy: false,
    secure: false,
    receipts,
    writeRefused() {},
    refused() {},
    onLost: (error) => {
      throw error;
    },
    session: async () => null,
    device: async () => null,
    deviceReported: () => {},
    token: async () => null,
    isServer: () => false,
  });
  const bus = localBus();
  const realtime = await linkEmbedded({
    server,
    db,
    bus,
    jobs: new Jobs({ db, clock, log, lease: ALONE, bus }),
    clock,
    log,
    receipts,
    observeCommands: CommandLog.start,
  });
  const { link } = realtime;
  const services: Services = {
    db,
    link,
    mailer: null,
    clock,
    domainClock: domainClockOf(clock),
    log,
  };
  const ctx = await masterOf(services, 'master');
  const second = await masterOf(services, 'second');
  const poles = new SimulatedPoles(server.admin, clock);
  const commands: EngineWorld['commands'] = [];
  let events = 0;
  link.watch((address, record) => {
    events++;
    const { command } = record;
    if (command?.by === 'half-staff' && !commands.some(({ id }) => id === command.id))
      commands.push({ flagId: address.flagId, id: command.id, at: time.now });
    poles.hear(address, record);
  });
  const index = new PoleIndex(db);
  let engine: Engine | null = new Engine(services, index);

  const world: EngineWorld = {
    services,
    ctx,
    poles: index,
    wrongPositions: new WrongPositionIndex(services, index),
    second,
    commands,
    now: clock,
    async goTo(moment) {
      time.now = typeof moment === 'number' ? moment : Date.parse(moment);
      await poles.report();
      await world.settle();
    },
    async passTo(at) {
      time.now = at;
    },
    async report() {
      await poles.report();
      await world.idle();
    },
    async idle() {
      for (let quiet = 0; quiet < QUIET_ROUNDS; ) {
        const before = events;
        for (let i = 0; i < 5; i++) {
          await poles.idle();
          await nextTurn();
        }
        quiet = events === before ? quiet + 1 : 0;
      }
    },
    async settle() {
      for (let round = 0, quiet = 0; quiet < QUIET_ROUNDS; round++) {
        if (round > MOST_ROUNDS) throw new Error('It does not come to rest');
        const before = events;
        await engine?.round();
        for (let i = 0; i < 5; i++) {
          await poles.idle();
          await nextTurn();
        }
        quiet = events === before ? quiet + 1 : 0;
      }
    },
    async addPole(wishes = {}) {
      const pole = await insertPole(services, wishes);
      poles.add(pole);
      await link.flushOutbox();
      await poles.report();
      return pole;
    },
    async replaceDevice(pole, flagId) {
      await replaceDevice(ctx, pole.id, { flagId });
      pole.flagId = flagId;
      poles.add(pole);
      await poles.report();
    },
    async backUp(pole) {
      const path = hardwarePath(pole);
      const node = await server.admin.get(path);
      const memory = await db.queries
        .selectFrom('engine_poles')
        .selectAll()
        .where('flag_id', '=', pole.id)
        .executeTakeFirst();
      return async () => {
        await server.admin.set(path, node);
        await db.queries.deleteFrom('engine_poles').where('flag_id', '=', pole.id).execute();
        if (!memory) return;
        const values = { ...memory, memory: JSON.stringify(memory.memory) };
        await db.queries.insertInto('engine_poles').values(values).execute();
      };
    },
    async forgetReports(pole) {
      pole.isOnline = false;
      const path = hardwarePath(pole);
      const changes = ['reported', 'voltage', 'seenAt'].map((field) => [`${path}/${field}`, null]);
      await server.admin.update('/', Object.fromEntries(changes));
    },
    async switchEngine(isOn) {
      await db.transaction(async (trx) => {
        await setEngineState(trx, { isOn, by: 'master', at: time.now });
        await refreshScreens(trx, [{ kind: 'all' }], time.now);
      });
      await link.flushOutbox();
    },
    stopEngine() {
      engine?.stop();
      engine = null;
    },
    startEngine() {
      engine = new Engine(services, new PoleIndex(services.db));
    },
    async order(terms) {
      const { id, revision } = await createOrder(ctx, {
        authority: 'president',
        kind: 'half',
        reason: 'Death of a former President',
        sourceUrl: null,
        issuedAt: time.now,
        scope: { kind: 'all' },
        starts: { kind: 'immediately' },
        ends: { kind: 'open' },
        ...terms,
      });
      return approveOrder(ctx, id, { revision });
    },
    async switchByHand(pole, states) {
      await commandFlag(services, { ...pole, lock: null }, states, { by: ctx.actor.id });
    },
    async commandLive(pole, states, { id, issuedAt }) {
      const given = { id, issuedAt, by: ctx.actor.id };
      const written = asWritten(commandTo(link.record(pole), states, given));
      await server.admin.update(hardwarePath(pole), written);
    },
    async close() {
      engine?.stop();
      await realtime.stop();
      await database.remove();
    },
  };
  return world;
}

async function masterOf(services: Services, username: string): Promise<Context> {
  const id = newId();
  await services.db.queries
    .insertInto('users')
    .values({
      id,
      username,
      username_key: username,
      password_hash: '',
      role: 'master',
      first_name: 'Morgan',
      last_name: 'Ellis',
      confirmed_email: 'm@example.test',
      email: 'm@example.test',
      phone: '5550100000',
      company_id: null,
      location_id: null,
      all_companies: false,
      created_at: services.clock(),
    })
    .execute();
  const nowhere = { companyId: null, locationId: null, allCompanies: false, mayMovePoles: true };
  return {
    ...services,
    actor: { id, role: 'master', ...nowhere },
    session: {
      sid: 'none',
      userId: id,
      expiresAt: Number.MAX_SAFE_INTEGER,
      idleMs: Number.MAX_SAFE_INTEGER,
      temporary: false,
      secondFactorMissing: false,
      provenAt: 0,
    },
    origin: { channel: 'console', address: '192.0.2.1' },
  };
}

/** Adds a company with one location and one pole. */
async function insertPole(services: Services, wishes: PoleWishes): Promise<WorldPole> {
  const now = services.clock();
  const { state = 'NY', dailyRule = 'none', position = 'up', optedIn = true } = wishes;
  const [id, companyId, locationId] = [newId(), newId(), newId()];
  const flagId = `P-${id}`;
  const ownerId = `company-${companyId}`;
  const serverSteps = wishes.serverSteps ?? false;
  await services.db.transaction(async (trx) => {
    const place = { ...ADDRESS, state, created_at: now };
    await trx
      .insertInto('companies')
      .values({ ...place, id: companyId, name: 'Acme', description: null, auto_half_mast: optedIn })
      .execute();
    await trx
      .insertInto('locations')
      .values({
        ...place,
        id: locationId,
        name: 'Yard',
        company_id: companyId,
        latitude: null,
        longitude: null,
        time_zone: wishes.timeZone ?? null,
        daily_rule: dailyRule,
      })
      .execute();
    await trx
      .insertInto('flags')
      .values({
        id,
        flag_id: flagId,
        flag_id_key: uniqueKey(flagId),
        name: 'Mast',
        company_id: companyId,
        location_id: locationId,
        owner_id: ownerId,
        move_timeout: null,
        server_steps: serverSteps,
        created_at: now,
      })
      .execute();
    const mirror = { ownerId, flagId, companyId, locationId, moveTimeout: null, serverSteps };
    await enqueue(trx, flagMirror({ ...mirror, lock: null }), now);
  });
  const body = { position, lamp: false, isOnline: true, isStuck: false, moves: [], heard: '' };
  return { id, companyId, locationId, state, ownerId, flagId, ...body };
}

/** Returns the path of a pole in the realtime database. */
export const nodeOf = (pole: WorldPole): string => hardwarePath(pole);

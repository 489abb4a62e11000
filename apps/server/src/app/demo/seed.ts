import {
  type Actor,
  locationId,
  OPERATOR_ROLE,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  type Position,
  type Role,
} from '@halyard/domain';
import type { Context, Services } from '../../features/calls/context.ts';
import {
  createCompany,
  listCompanies,
  updateCompany,
} from '../../features/customers/companies/companies.ts';
import { deleteCompany } from '../../features/customers/companies/deleteCompany.ts';
import { createLocation } from '../../features/customers/locations/locations.ts';
import { createFlag } from '../../features/flags/flags.ts';
import { DAY_MS, HOUR_MS } from '../../features/monitoring/history/series/times.ts';
import { simulatedClock } from '../../platform/clock.ts';
import { newId } from '../../platform/database/text.ts';
import { insertAccounts, type Placed } from './content/accounts.ts';
import { seedAlerts, seedOpenAlert } from './content/alerts.ts';
import { turnAutopilotOn } from './content/autopilot.ts';
import { type DemoHistoryPole, seedHistory } from './content/history.ts';
import { givePastOrder, givePlannedOrders, pastOrderDays } from './content/orders.ts';
import { Past, type PastMove, type PastPole } from './content/past.ts';
import { DEMO_PASSWORD, DEMO_USERNAMES, PEOPLE } from './content/people.ts';
import { randomOf } from './content/random.ts';
import {
  actNow,
  awayOf,
  isAtHalf,
  isSilent,
  pastDeeds,
  SILENT,
  silentSince,
} from './content/scenes.ts';
import { COMPANIES, type CompanyKey, type DemoCompany, flagIdOf } from './content/world.ts';
import { type FleetEntry, filling, fleetFileExists, fleetFileIn, writeFleetFile } from './fleet.ts';

/** How long the demo's companies have been customers, in ms. */
const CUSTOMERS_FOR_MS = 92 * DAY_MS;

/** The demo's public accounts, in the format of the `config` call's response. */
export const DEMO_SIGN_INS = { usernames: [...DEMO_USERNAMES], password: DEMO_PASSWORD };

export interface SignIn {
  username: string;
  password: string;
  role: Role;
}

export interface DemoParts extends Services {
  /** The data folder. It contains a marker file until the demo data is complete. */
  dataDir: string;
  /**
   * `off`: no pole moves automatically. `on`: autopilot is on, and the demo has current and past
   * orders. `on-own-clock`: autopilot is on and uses the demo clock; the demo has no history.
   */
  autopilot: 'off' | 'on' | 'on-own-clock';
}

export interface Demo {
  /**
   * The path of the file with the poles and their device keys. `npm run poles -- --fleet` reads
   * this file.
   */
  fleetFile: string;
  signIns: SignIn[];
}

/**
 * Adds the demo data to an empty database, through the same API calls that users make. Does not
 * change a database that has accounts.
 */
export async function seedDemo(parts: DemoParts): Promise<Demo> {
  const fleetFile = fleetFileIn(parts.dataDir);
  if (await hasAccounts(parts)) {
    if (!(await fleetFileExists(fleetFile)))
      parts.log.warn({ fleetFile }, 'The demo has no fleet file, so its poles stay offline');
  } else {
    await filling(parts.dataDir, () => seed(parts, fleetFile));
  }
  return { fleetFile, signIns: signIns() };
}

async function seed(parts: DemoParts, fleetFile: string): Promise<void> {
  const masterId = newId();
  // The companies have been customers for weeks, so that past orders apply to them.
  const now = parts.clock();
  const then = before(parts, CUSTOMERS_FOR_MS);
  const ctx = asActor(then, masterOf(masterId));
  for (const left of await listCompanies(ctx)) await deleteCompany(ctx, left.id);

  const made: Made = { fleet: [], poles: [], locations: new Map(), now };
  const companies = new Map<CompanyKey, string>();
  for (const company of COMPANIES)
    companies.set(company.key, await seedCompany(ctx, company, made));
  const { fleet, poles, locations } = made;
  await writeFleetFile(fleetFile, fleet);
  const placed = PEOPLE.map((person, i): Placed => {
    const companyId = person.company && (companies.get(person.company) ?? null);
    const place = person.location && (locations.get(person.location) ?? null);
    return { person, id: i === 0 ? masterId : newId(), companyId, locationId: place };
  });
  await insertAccounts(parts, placed);
  if (parts.autopilot === 'on') await seedPast(parts, { placed, poles, locations, now });
  // A pole that has never reported has no history.
  else
    await seedHistory(
      parts,
      poles.filter(({ behaviour }) => behaviour !== 'offline'),
    );
  if (parts.autopilot === 'on-own-clock') {
    await parts.link.flushOutbox();
    for (const pole of poles) await parts.link.report(pole, reportOf('up', false, now));
    await turnAutopilotOn(asActor(parts, masterOf(masterId)), locations);
  }
  await seedAlerts(parts);
  parts.log.info(
    { companies: companies.size, locations: locations.size, poles: fleet.length },
    'Seeded the demo world',
  );
}

interface SeededWorld {
  placed: readonly Placed[];
  poles: SeededPole[];
  locations: ReadonlyMap<string, string>;
  /** The current time in epoch milliseconds. */
  now: number;
}

/**
 * Creates the history of the last few days, including a past order, and then the planned orders and
 * the current problems.
 */
async function seedPast(parts: DemoParts, { placed, poles, locations, now }: SeededWorld) {
  const as = async (services: Services, username: string) => {
    const one = placed.find(({ person }) => person.username === username);
    if (!one) throw new Error(`The demo has nobody called ${username}`);
    return asActor(services, actorOf(one));
  };
  const flags = new Map(poles.map(({ flagId, id }) => [flagId, id]));
  const byId = new Map(poles.map((pole): [string, PastPole] => [pole.id, pole]));
  const begin = pastOrderDays(now).from - 4 * HOUR_MS;
  await turnAutopilotOn(await as(before(parts, now - begin), 'master'), locations);
  await givePastOrder(await as(before(parts, now - begin - HOUR_MS), 'master'), now);
  const past = new Past(parts, begin + 2 * HOUR_MS, randomOf('past'));
  await past.live(now, byId, pastDeeds(now, as, flags));
  for (const pole of poles) pole.moves = past.moves.get(pole.id) ?? [];
  await seedHistory(parts, poles);
  await parts.link.flushOutbox();
  for (const { flag, position, lamp } of past.standing()) {
    const { flagId } = flag;
    const heardAt = isSilent(flagId) ? silentSince(now) : now;
    const stands = isAtHalf(flagId) ? 'half' : position;
    await parts.link.report(flag, reportOf(stands, lamp, heardAt));
  }
  await givePlannedOrders(await as(parts, 'master'));
  await actNow(parts, as, flags);
  await seedOpenAlert(parts, { flagId: SILENT, since: silentSince(now) });
}

/**
 * Returns the report that a pole would send.
 * @param at the time in epoch milliseconds
 */
const reportOf = (position: Position, lamp: boolean, at: number) => ({
  voltage: 42.3,
  'reported/lastSeen': Math.floor(at / 1000),
  'reported/lamp': lamp,
  ...Object.fromEntries(
    POSITION_FIELDS.map((field) => [`reported/${field}`, field === POSITION_SWITCHES[position]]),
  ),
});

/**
 * Returns services whose clocks show an earlier time.
 * @param ago how much earlier, in ms
 */
function before(services: Services, ago: number): Services {
  const wall = services.clock() - ago;
  const clock = () => wall;
  const domainClock = simulatedClock(clock, services.domainClock.now() - ago, 1);
  return { ...services, clock, domainClock };
}

interface SeededPole extends DemoHistoryPole {
  ownerId: string;
  flagId: string;
  away: PastPole['away'];
  moves: readonly PastMove[];
}

interface Made {
  fleet: FleetEntry[];
  poles: SeededPole[];
  /** The IDs of the demo's locations, by location code. */
  locations: Map<string, string>;
  /** The time when the demo begins, in epoch milliseconds. */
  now: number;
}

/**
 * Creates a demo company.
 * @param made collects the records that this function creates
 */
async function seedCompany(ctx: Context, company: DemoCompany, made: Made): Promise<string> {
  const { key: _key, autoHalfMast, locations: places, ...fields } = company;
  const { locations, fleet, poles, now } = made;
  const { id: companyId } = await createCompany(ctx, fields);
  if (autoHalfMast) await updateCompany(ctx, companyId, { autoHalfMast });
  for (const place of places) {
    const { code, poles: own, ...address } = place;
    // Without this, two locations that are created in one town in the same millisecond would get
    // the same ID.
    const id = locationId(companyId, address.city, ctx.clock() + locations.size);
    await createLocation(ctx, { ...address, id, companyId });
    locations.set(code, id);
    for (const [i, { name, behaviour }] of own.entries()) {
      const flagId = flagIdOf(place, i);
      const flag = await createFlag(ctx, { name, flagId, companyId, locationId: id });
      const { firebaseUserId: ownerId, deviceKey: key } = flag;
      if (key === null) throw new Error('The demo needs device keys of our own');
      fleet.push({ ownerId, flagId, key, name, behaviour });
      const { state, zip } = address;
      const away = awayOf(flagId, now);
      poles.push({ id: flag.id, ownerId, flagId, behaviour, state, zip, away, moves: [] });
    }
  }
  return companyId;
}

async function hasAccounts({ db }: Services): Promise<boolean> {
  return (
    (await db.queries.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}

const masterOf = (id: string): Actor => ({
  id,
  role: OPERATOR_ROLE,
  companyId: null,
  locationId: null,
  allCompanies: false,
  mayMovePoles: true,
});

const actorOf = ({ id, person, companyId, locationId }: Placed): Actor => ({
  id,
  role: person.role,
  companyId,
  locationId,
  allCompanies: person.allCompanies,
  mayMovePoles: true,
});

/** Returns a context for a user or system that has no session. */
function asActor(services: Services, actor: Actor): Context {
  const { db, link, mailer, clock, domainClock, log } = services;
  const session = {
    sid: '',
    userId: actor.id,
    expiresAt: 0,
    idleMs: 0,
    temporary: false,
    secondFactorMissing: false,
    provenAt: 0,
  };
  const origin = { channel: 'server', address: null } as const;
  return { db, link, mailer, clock, domainClock, log, actor, session, origin };
}

function signIns(): SignIn[] {
  return PEOPLE.flatMap(({ username, role }) =>
    DEMO_SIGN_INS.usernames.some((shown) => shown === username)
      ? { username, password: DEMO_PASSWORD, role }
      : [],
  );
}

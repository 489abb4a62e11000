import { type Actor, locationId, type Role } from '@halyard/domain';
import {
  createCompany,
  deleteCompany,
  listCompanies,
  updateCompany,
} from '../companies/companies.ts';
import type { Context, Services } from '../context.ts';
import { newId } from '../database/text.ts';
import { createFlag } from '../flags/flags.ts';
import { createLocation } from '../locations/locations.ts';
import { insertAccounts, type Placed } from './accounts.ts';
import { seedAlerts } from './alerts.ts';
import { type FleetEntry, fleetFileExists, fleetFileIn, writeFleetFile } from './fleet.ts';
import { turnHalfStaffOn } from './halfStaff.ts';
import { type DemoHistoryPole, seedHistory } from './history.ts';
import { DEMO_PASSWORD, DEMO_USERNAMES, PEOPLE } from './people.ts';
import { COMPANIES, type CompanyKey, type DemoCompany, flagIdOf } from './world.ts';

/** The demo's public sign-ins, as the API's `config` shows them (design.md). */
export const DEMO_SIGN_INS = { usernames: [...DEMO_USERNAMES], password: DEMO_PASSWORD };

export interface SignIn {
  username: string;
  password: string;
  role: Role;
}

export interface DemoParts extends Services {
  /** Where the fleet file goes. */
  dataDir: string;
  /** Every company has opted in, some locations have a daily rule, and the engine is on. */
  halfStaffIsOn: boolean;
}

export interface Demo {
  /** The poles and their keys, for `npm run poles -- --fleet`. */
  fleetFile: string;
  signIns: SignIn[];
}

/**
 * Fills an empty database with the demo world, through the same verbs that people use; a database
 * that has accounts is left as it is. People come last and all at once, so that a seeding that was
 * interrupted is known by having none, and is begun anew.
 */
export async function seedDemo(parts: DemoParts): Promise<Demo> {
  const fleetFile = fleetFileIn(parts.dataDir);
  if (await hasAccounts(parts)) {
    if (!(await fleetFileExists(fleetFile)))
      parts.log.warn({ fleetFile }, 'The demo has no fleet file: its poles stay away');
  } else {
    await seed(parts, fleetFile);
  }
  return { fleetFile, signIns: signIns() };
}

async function seed(parts: DemoParts, fleetFile: string): Promise<void> {
  const masterId = newId();
  const ctx = asMaster(parts, masterId);
  for (const left of await listCompanies(ctx)) await deleteCompany(ctx, left.id);

  const fleet: FleetEntry[] = [];
  const recorded: DemoHistoryPole[] = [];
  const companies = new Map<CompanyKey, string>();
  const locations = new Map<string, string>();
  for (const company of COMPANIES)
    companies.set(company.key, await seedCompany(ctx, company, locations, { fleet, recorded }));
  await writeFleetFile(fleetFile, fleet);
  await seedHistory(parts, recorded);
  await seedAlerts(parts);

  const placed = PEOPLE.map((person, i): Placed => {
    const companyId = person.company && (companies.get(person.company) ?? null);
    const place = person.location && (locations.get(person.location) ?? null);
    return { person, id: i === 0 ? masterId : newId(), companyId, locationId: place };
  });
  await insertAccounts(parts, placed);
  if (parts.halfStaffIsOn) await turnHalfStaffOn(ctx, [...companies.values()], locations);
  parts.log.info(
    { companies: companies.size, locations: locations.size, poles: fleet.length },
    'Seeded the demo world',
  );
}

/** @param locations code → id, added to; @param poles added to */
async function seedCompany(
  ctx: Context,
  company: DemoCompany,
  locations: Map<string, string>,
  poles: { fleet: FleetEntry[]; recorded: DemoHistoryPole[] },
): Promise<string> {
  const { key: _key, autoHalfMast, locations: places, ...fields } = company;
  const { id: companyId } = await createCompany(ctx, fields);
  if (autoHalfMast) await updateCompany(ctx, companyId, { autoHalfMast });
  for (const place of places) {
    const { code, poles: own, ...address } = place;
    // Two of one town in one millisecond would be one id.
    const id = locationId(companyId, address.city, ctx.clock() + locations.size);
    await createLocation(ctx, { ...address, id, companyId });
    locations.set(code, id);
    for (const [i, { name, behaviour }] of own.entries()) {
      const flagId = flagIdOf(place, i);
      const flag = await createFlag(ctx, { name, flagId, companyId, locationId: id });
      const { firebaseUserId: ownerId, deviceKey: key } = flag;
      if (key === null) throw new Error('The demo needs device keys of our own');
      poles.fleet.push({ ownerId, flagId, key, name, behaviour });
      const { state, zip } = address;
      poles.recorded.push({ id: flag.id, behaviour, state, zip });
    }
  }
  return companyId;
}

async function hasAccounts({ db }: Services): Promise<boolean> {
  return (
    (await db.queries.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}

/** The verbs' context of the master to be; there is no session behind it. */
function asMaster(services: Services, id: string): Context {
  const actor: Actor = {
    id,
    role: 'master',
    companyId: null,
    locationId: null,
    allCompanies: false,
    mayMovePoles: true,
  };
  const { db, link, mailer, clock, domainClock, log } = services;
  const session = {
    sid: '',
    userId: id,
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

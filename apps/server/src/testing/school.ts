import type { Actor } from '@halyard/domain';
import { fleetFileIn, writeFleetFile } from '../app/demo/fleet.ts';
import type { Context, Services } from '../features/calls/context.ts';
import { createCompany } from '../features/customers/companies/companies.ts';
import { createLocation } from '../features/customers/locations/locations.ts';
import { createFlag } from '../features/flags/flags.ts';
import { hashAtServer } from '../features/identity/passwords/passwords.ts';
import { createSessions } from '../features/identity/sessions/sessions.ts';
import { domainClockOf } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { newId, uniqueKey } from '../platform/database/text.ts';
import { profileMirror } from '../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../realtime/outbox/outbox.ts';
import { SETTINGS } from './harness.ts';
import { memoryLink } from './memoryLink.ts';
import { companyBody, locationBody } from './world.ts';

/** A company with many users and poles behind one IP address. */
export interface School {
  companyId: string;
  people: SchoolPerson[];
}

/** A signed-in user. */
export interface SchoolPerson {
  username: string;
  /** The value for a `Cookie` header. */
  cookie: string;
}

/** The password of every user of the school. */
export const SCHOOL_PASSWORD = 'half past nine bell';

/**
 * Adds a school with users and poles to an empty data folder. A demo server that starts with this
 * folder adds no demo data of its own, because it finds users there. The poles are also written to
 * `poles.json`, which `startServerProcess` reads.
 * @param port the demo server's port, which is part of the cookie names
 * @param size the number of users, and also of poles
 */
export async function fillSchool(dataDir: string, port: number, size: number): Promise<School> {
  const db = await openDatabase({ dataDir });
  const clock = Date.now;
  // When the server starts, it writes the data in the tables to its realtime database.
  const link = { ...memoryLink(db, clock), flushOutbox: async () => {} };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const domainClock = domainClockOf(clock);
  const services: Services = { db, link, mailer: null, clock, domainClock, log };
  const ctx = asMaster(services);
  const { id: companyId } = await createCompany(ctx, {
    ...companyBody('School'),
    address2: null,
    description: null,
  });
  const { id: locationId } = await createLocation(ctx, {
    ...locationBody(companyId),
    address2: null,
  });
  const fleet = [];
  for (let i = 0; i < size; i++) {
    const flagId = `SCHOOL-${i}`;
    const flag = await createFlag(ctx, { name: flagId, flagId, companyId, locationId });
    const { firebaseUserId: ownerId, deviceKey: key } = flag;
    fleet.push({ ownerId, flagId, key: key!, name: flagId, behaviour: 'normal' as const });
  }
  await writeFleetFile(fleetFileIn(dataDir), fleet);

  const sessions = createSessions(services, { ...SETTINGS, port });
  const passwordHash = await hashAtServer(SCHOOL_PASSWORD);
  const people = await db.transaction(async (trx) => {
    const made: SchoolPerson[] = [];
    for (let i = 0; i < size; i++) {
      const username = `pupil-${i}`;
      const user = {
        id: newId(),
        username,
        username_key: uniqueKey(username),
        password_hash: passwordHash,
        role: 'employee' as const,
        first_name: 'Pupil',
        last_name: String(i),
        email: `${username}@example.test`,
        confirmed_email: `${username}@example.test`,
        phone: '5125550100',
        company_id: companyId,
        location_id: locationId,
        all_companies: false,
        created_at: clock(),
      };
      await trx.insertInto('users').values(user).execute();
      await enqueue(trx, profileMirror(user), clock());
      const { token } = await sessions.start(trx, user.id, null);
      made.push({ username, cookie: `${sessions.cookieName}=${token}` });
    }
    return made;
  });
  await db.close();
  return { companyId, people };
}

function asMaster(services: Services): Context {
  const actor: Actor = {
    id: newId(),
    role: 'master',
    companyId: null,
    locationId: null,
    allCompanies: false,
    mayMovePoles: true,
  };
  const session = {
    sid: 'none',
    userId: actor.id,
    expiresAt: Number.MAX_SAFE_INTEGER,
    idleMs: Number.MAX_SAFE_INTEGER,
    provenAt: services.clock(),
    temporary: false,
    secondFactorMissing: false,
  };
  return { ...services, actor, session, origin: { channel: 'server', address: null } };
}

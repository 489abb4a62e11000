import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { callerAt, PASSWORD_OF_TESTS, type Person, signIn } from '../../../testing/people.ts';
import { type Installation, startInstallation } from './processes.ts';

/** The time limit in ms for tests that start processes. On an idle machine, starting takes 10 s. */
export const STARTS = 60_000;

export interface ListedFlag {
  id: string;
  flagId: string;
  firebaseUserId: string;
  deviceKey?: string;
  isOnline: boolean;
  live: {
    desired: Record<string, boolean>;
    reported: Record<string, boolean>;
    lock: { reason: string } | null;
  };
}

interface Site {
  installation: Installation;
  master: Person;
  locationId: string;
  companyId: string;
}

/** Starts an installation with several processes and a tenant for the tests of a file. */
export function useSite() {
  const site = {} as Site;
  beforeAll(async () => {
    site.installation = await startInstallation();
    await registerMaster();
    site.master = await signIn(site.installation.url, 'master');
    const place = {
      name: 'Acme',
      address1: '1 Main Street',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      phone: '5125550100',
    };
    site.companyId = await made('/api/companies', place);
    site.locationId = await made('/api/locations', {
      ...place,
      name: 'Yard',
      companyId: site.companyId,
    });
  }, STARTS);
  afterAll(() => site.installation?.stop(), STARTS);

  /**
   * Registers the first master with the setup link. Only the process with the realtime database
   * prints it.
   */
  async function registerMaster() {
    const { embedded, api, url } = site.installation;
    for (const one of api) expect(one.printed).not.toContain('/setup#');
    const code = new RegExp(`${url}/setup#(\\S+)`).exec(embedded.printed)?.[1];
    const account = {
      code,
      username: 'master',
      password: PASSWORD_OF_TESTS,
      firstName: 'M',
      lastName: 'A',
      email: 'master@example.test',
      phone: '5125550100',
    };
    const answer = await callerAt(url, '').post('/api/register', account);
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
  }

  /** Creates a record and returns its ID. */
  async function made(path: string, body: object): Promise<string> {
    const answer = await site.master.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  }

  const at = (which: 0 | 1, cookie = site.master.cookie) =>
    callerAt(site.installation.api[which].url, cookie, site.installation.url);

  async function newFlag(flagId: string, which: 0 | 1 = 0): Promise<Required<ListedFlag>> {
    const body = { name: flagId, flagId, companyId: site.companyId, locationId: site.locationId };
    const answer = await at(which).post('/api/flags', body);
    expect(answer.status).toBe(201);
    return (await answer.json()) as Required<ListedFlag>;
  }

  async function listed(id: string, which: 0 | 1): Promise<ListedFlag> {
    const flags = (await (await at(which).get('/api/flags')).json()) as ListedFlag[];
    return flags.find((flag) => flag.id === id)!;
  }

  const switchBody = (id: 'sw1' | 'sw2' | 'sw3') => ({ switches: [{ id, state: true }] });

  return Object.assign(site, { at, newFlag, listed, switchBody });
}

/** Returns the process that runs the half-staff engine, according to PostgreSQL. */
export async function halfStaffDriver(databaseUrl: string) {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  const holder = async () => {
    const { rows } = await admin.query<{ backend: number; name: string }>(
      `select a.pid as backend, a.application_name as name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and a.datname = current_database()
         and l.objid = hashtext('jobs')::oid`,
    );
    expect(rows.length).toBeLessThanOrEqual(1);
    return rows[0];
  };
  const pidOf = (name: string | undefined) => Number(name?.split('-').at(-1));
  return {
    pid: async () => pidOf((await holder())?.name),
    /**
     * Repeatedly closes the lease holder's database connection, until one of the wanted processes
     * holds the lease. The waits are random. With fixed waits, the same process could win every
     * time.
     */
    async endWhile(isUnwanted: (pid: number) => boolean) {
      await expect
        .poll(
          async () => {
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 2000));
            const held = await holder();
            if (held && !isUnwanted(pidOf(held.name))) return true;
            if (held) await admin.query('select pg_terminate_backend($1)', [held.backend]);
            return false;
          },
          { interval: 2000 },
        )
        .toBe(true);
    },
    close: () => admin.end(),
  };
}

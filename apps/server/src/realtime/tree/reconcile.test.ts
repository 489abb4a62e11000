import {
  createRealtimeServer,
  memoryStore,
  openRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import { findDifferences } from './reconcile.ts';

describe.each(bothEngines)('correcting realtime data from the database tables on %s', (engine) => {
  let database: TestDatabase;
  let realtime: RealtimeServer;

  beforeEach(async () => {
    database = await openTestDatabase(engine);
    realtime = await createRealtimeServer({
      store: memoryStore(),
      rules: openRules(),
      authenticate: { credential: () => Promise.resolve({ auth: null }) },
    });
    const { queries } = database.db;
    const place = { address1: '1', city: 'Fargo', state: 'ND', zip: '58102', phone: '5550100000' };
    await queries
      .insertInto('companies')
      .values({ id: 'c1', name: 'One', ...place, auto_half_mast: false, created_at: 1 })
      .execute();
    await queries
      .insertInto('locations')
      .values({ id: 'l1', company_id: 'c1', name: 'Yard', ...place, created_at: 1 })
      .execute();
    await queries
      .insertInto('flags')
      .values({
        id: 'f1',
        flag_id: 'P1',
        flag_id_key: 'p1',
        name: 'Pole',
        company_id: 'c1',
        location_id: 'l1',
        owner_id: 'company-c1',
        move_timeout: 20,
        created_at: 1,
      })
      .execute();
  });
  afterEach(async () => {
    await realtime.close();
    await database.remove();
  });

  const putRight = async (isFirebase = false) => {
    let paths = 0;
    for (const changes of await findDifferences(database.db, realtime.admin, { isFirebase })) {
      paths += Object.keys(changes).length;
      await realtime.admin.update('/', changes);
    }
    return paths;
  };
  const flagLeaves = { id: 'P1', companyId: 'c1', locationId: 'l1', moveTimeout: 20 };

  test('writes the missing data of a flag, and changes nothing in a second run', async () => {
    expect(await putRight()).toBeGreaterThan(0);
    expect(await realtime.admin.get('users/company-c1/hardware/P1')).toEqual(flagLeaves);
    expect(await realtime.admin.get('companies/c1')).toEqual({ name: 'One', autoHalfMast: false });
    expect(await putRight()).toBe(0);
  });

  test('keeps the reports of poles, and corrects the fields that the server owns', async () => {
    await realtime.admin.set('users/company-c1/hardware/P1', {
      ...flagLeaves,
      companyId: 'someone-else',
      voltage: 42,
      flagUp: true,
      reported: { flagUp: true },
    });
    await putRight();
    expect(await realtime.admin.get('users/company-c1/hardware/P1')).toEqual({
      ...flagLeaves,
      voltage: 42,
      flagUp: true,
      reported: { flagUp: true },
    });
  });

  test('restores a missing lock, and removes a lock that is not in the tables', async () => {
    const node = 'users/company-c1/hardware/P1';
    const lock = { reason: 'Rope frayed', by: 'u1', byName: 'ann', at: 7 };
    await database.db.queries
      .updateTable('flags')
      .set({ lock_reason: 'Rope frayed', locked_by: 'u1', locked_by_name: 'ann', locked_at: 7 })
      .execute();
    await putRight();
    expect(await realtime.admin.get(`${node}/lock`)).toEqual(lock);
    await realtime.admin.update(node, { 'lock/by': 'somebody', 'lock/at': null });
    await putRight();
    expect(await realtime.admin.get(`${node}/lock`)).toEqual(lock);
    expect(await putRight()).toBe(0);
    await database.db.queries
      .updateTable('flags')
      .set({ lock_reason: null, locked_by: null, locked_by_name: null, locked_at: null })
      .execute();
    expect(await putRight()).toBe(1);
    expect(await realtime.admin.get(node)).toEqual(flagLeaves);
  });

  test('removes only the data of deleted flags, companies, users and sessions', async () => {
    await putRight();
    const right = await realtime.admin.get('/');
    await realtime.admin.update('/', {
      'users/company-c1/hardware/GONE': { id: 'GONE', companyId: 'c1' },
      'users/company-c2/hardware/P9': { id: 'P9', companyId: 'c2' },
      'users/u9/profile/email': 'gone@example.com',
      'companies/c2': { name: 'Two', rev: 7 },
      'locations/l9/companyId': 'c2',
      'access/s9': true,
      'companies/c1/rev': 5,
    });
    await putRight();
    expect(await realtime.admin.get('companies/c1/rev')).toBe(5);
    await realtime.admin.remove('companies/c1/rev');
    expect(await realtime.admin.get('/')).toEqual(right);
  });

  test('keeps unknown data in a Firebase project, so that devices can be adopted, but removes unknown sessions', async () => {
    const theirs = {
      'users/u9/hardware/P9': { voltage: 42 },
      'users/u9/profile/email': 'theirs@example.com',
      'companies/c2/name': 'Theirs',
      'locations/l9/city': 'Fargo',
    };
    await realtime.admin.update('/', { ...theirs, 'access/s9': true });
    await database.db.queries
      .insertInto('device_keys')
      .values({ id: 'k1', flag_id: 'f1', key_hash: 'x', created_at: 1, last_used_at: null })
      .execute();
    await putRight(true);
    for (const [path, value] of Object.entries(theirs))
      expect([path, await realtime.admin.get(path)]).toEqual([path, value]);
    expect(await realtime.admin.get('access')).toEqual({ k1: true });
    expect(await putRight(true)).toBe(0);
  });
});

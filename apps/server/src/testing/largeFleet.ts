/**
 * Adds a large fleet to an empty database, for `npm run bench -- product`:
 *
 * node --conditions=source apps/server/src/testing/largeFleet.ts DATA_DIR FLAGS [DATABASE_URL]
 *
 * Without `DATABASE_URL`, the database is a SQLite file in `DATA_DIR`.
 *
 * Flag number N has the flag ID and owner that `fleetFlag` returns, and the device key `key-N`.
 * Autopilot is on, and a national half-staff order is in effect. Prints the username and
 * password of a master and the API tokens of masters as JSON.
 */
import { STATE_CODES } from '@halyard/domain';
import { createMaster } from '../app/admin/accounts.ts';
import { setEngineState } from '../features/halfStaff/autopilot/engineState.ts';
import { insertOrder } from '../features/halfStaff/testing/orderRow.ts';
import { newTokenSecret } from '../features/identity/tokens/tokens.ts';
import { slices } from '../platform/database/batches.ts';
import { openDatabase } from '../platform/database/database.ts';
import { hashSecret, newId, uniqueKey } from '../platform/database/text.ts';

const COMPANIES = 500;
const LOCATIONS = 2000;
/**
 * The number of API tokens. There are several, because the realtime database has limits per token.
 */
const TOKENS = 10;
/** The maximum number of rows per SQL statement. */
const ROWS = 500;

const USERNAME = 'bench';
const PASSWORD = 'a long password for benchmarks';

const [dataDir = '', count = '', databaseUrl = ''] = process.argv.slice(2);
const now = Date.now();
const db = await openDatabase(databaseUrl === '' ? { dataDir } : { databaseUrl });
const address = { address1: '1 Main', address2: null, city: 'Town', zip: '00000' };
const place = { ...address, phone: '5550100000', created_at: now };
const companies = Array.from({ length: COMPANIES }, (_, c) => ({
  ...place,
  ...{ id: `c${c}`, name: `Customer ${c}`, state: 'NY', description: null, auto_half_mast: true },
}));
const locations = Array.from({ length: LOCATIONS }, (_, l) => ({
  ...place,
  ...{ id: `l${l}`, name: `Site ${l}`, company_id: `c${l % COMPANIES}` },
  state: STATE_CODES[l % STATE_CODES.length] ?? 'NY',
  ...{ latitude: null, longitude: null, time_zone: null },
}));
const flags = Array.from({ length: Number(count) }, (_, f) => ({
  ...{ id: newId(), flag_id: `P-${f}`, flag_id_key: uniqueKey(`P-${f}`), name: `Pole ${f}` },
  ...{ company_id: `c${f % COMPANIES}`, location_id: `l${f % LOCATIONS}` },
  ...{ owner_id: `company-c${f % COMPANIES}`, move_timeout: null, created_at: now },
}));
const keys = flags.map(({ id }, f) => ({
  ...{ id: newId(), flag_id: id, key_hash: hashSecret(`key-${f}`), created_at: now },
  last_used_at: null,
}));
const tokens = Array.from({ length: TOKENS }, newTokenSecret);
await db.transaction(async (trx) => {
  await trx.insertInto('companies').values(companies).execute();
  for (const rows of slices(locations, ROWS))
    await trx.insertInto('locations').values(rows).execute();
  for (const rows of slices(flags, ROWS)) await trx.insertInto('flags').values(rows).execute();
  for (const rows of slices(keys, ROWS)) await trx.insertInto('device_keys').values(rows).execute();
  await trx
    .insertInto('tokens')
    .values(
      tokens.map((secret) => ({
        id: newId(),
        name: 'Bench',
        secret_hash: hashSecret(secret),
        scope: 'switch' as const,
        expires_at: null,
        user_id: null,
        role: 'master' as const,
        company_id: null,
        location_id: null,
        all_companies: false,
        created_by: 'bench',
        created_by_id: null,
        created_at: now,
        last_used_at: null,
      })),
    )
    .execute();
  await setEngineState(trx, { isOn: true, by: 'bench', at: now });
});
await createMaster(
  db,
  {
    ...{ username: USERNAME, password: PASSWORD, firstName: 'Bench', lastName: 'Master' },
    ...{ email: 'bench@example.com', phone: '5550100000' },
  },
  now,
);
await insertOrder(db.queries, { id: 'national', scope: { kind: 'all' }, at: now });
await db.close();
process.stdout.write(JSON.stringify({ username: USERNAME, password: PASSWORD, tokens }));

/**
 * Measures the requests of the Half-Staff and Compliance pages when 100,000 poles follow an order
 * (`npm run bench -- half-staff-pages`). The first argument sets a different number of poles. Runs
 * the whole HTTP app without sockets, on the PostgreSQL database at `TEST_DATABASE_URL` or on
 * SQLite. Sends the results to the parent process.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { LiveState } from '../../../realtime/tree/liveState.ts';
import { createHarness, type Harness } from '../../../testing/harness.ts';
import { orderBody } from '../../../testing/world.ts';
import { appendToLedger, type LedgerNote } from '../ledger/append.ts';

const POLES = Number(process.argv[2] ?? 100_000);
const COMPANIES = 500;
const LOCATIONS_PER_COMPANY = 20;
const STATES = ['TX', 'CA', 'NY', 'OH', 'FL', 'WA'];
const ZIPS = ['78701', '90012', '10007', '43215', '33130', '98104'];
/** The number of ledger entries that are stored in one transaction. */
const ENTRIES = 4000;
/** The number of pages of the compliance report that are measured. */
const PAGES = 40;

export interface RequestFigures {
  /**
   * For each request: a label, its CPU time, and the longest time that it blocked the event loop.
   * Both times are CPU times in ms, so that other load on the machine hardly affects them.
   */
  requests: { what: string; ms: number; longestTurn: number }[];
  /** How long each page, search and sort of the compliance report takes, in ms. */
  pages: number[];
  /** How much the heap grows when the server caches a compliance report, in MB. */
  reportMb: number;
}

const harness = await createHarness({
  engine: process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite',
});
const live = new LiveState(harness.services.clock);
harness.link.record = (address) => live.record(address);
live.watch(harness.link.announce);
const ids = await fill(harness);
for (let index = 0; index < POLES; index++) report(index);
// Use several users, because each user gets only a share of the server's time.
const masters = await Promise.all(Array.from({ length: 20 }, () => harness.as('master')));
const alive = setInterval(() => undefined, 1000);
let asked = 0;
const order = await approved();
await record(order);

const figures: RequestFigures = { requests: [], pages: [], reportMb: 0 };
const overview = '/api/half-staff';
await measure('wrong positions, first request', `${overview}/wrong-positions?page=1&limit=20`);
await measure('wrong positions', `${overview}/wrong-positions?page=1&limit=20`, 'unchecked');
await measure('overview, first request', overview);
await measure('overview', overview);
await measure('in effect now', `${overview}/now`);
await measure('today', `${overview}/today`);
await measure('preview of an order', `${overview}/preview`, {
  terms: orderBody({ ends: { kind: 'open' } }),
});
await measure('release of an order', `${overview}/release?orderId=${order}`);
await measure('dry run', `${overview}/dry-run`);
const report100 = `${overview}/compliance/source/order:${order}`;
global.gc?.();
const before = process.memoryUsage().heapUsed;
await measure('compliance, first page', `${report100}?page=1&limit=10`);
global.gc?.();
figures.reportMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
for (let round = 0; round < PAGES; round++) {
  const query = ['sort=-result', 'sort=pole', `q=Pole ${round}`, 'sort=from', ''][round % 5];
  const { ms } = await measure(
    `compliance ${query}`,
    `${report100}?page=${round + 1}&limit=100&${query}`,
  );
  figures.pages.push(ms);
}
await measure('compliance as CSV', `${report100}/csv`);
process.send?.(figures);
if (!process.send) {
  for (const { what, ms, longestTurn } of figures.requests)
    console.log(
      `${what.padEnd(40)} ${ms.toFixed(0).padStart(7)} ms, longest turn ${longestTurn.toFixed(0)} ms`,
    );
  console.log(
    `kept report ${figures.reportMb.toFixed(0)} MB, rss ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`,
  );
}
clearInterval(alive);
await harness.close();
process.exit();

async function measure(what: string, url: string, body?: object | 'unchecked') {
  const caller = masters[asked++ % masters.length]!;
  if (body === 'unchecked')
    while ((await caller.call('GET', url)).json.unchecked > 0) await nextTurn();
  let isOver = false;
  let longestTurn = 0;
  const watching = (async () => {
    for (let last = processorTime(); !isOver; ) {
      // Checking in each turn would use all CPU time, which counts as the work of the user.
      await wait(1);
      const now = processorTime();
      longestTurn = Math.max(longestTurn, now - last);
      last = now;
    }
  })();
  const begun = processorTime();
  const answer =
    typeof body === 'object' ? caller.call('POST', url, body) : caller.call('GET', url);
  const { status, text } = await answer;
  const ms = processorTime() - begun;
  isOver = true;
  await watching;
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
  figures.requests.push({ what, ms, longestTurn });
  return { ms };
}

/**
 * Returns the CPU time of the thread that serves requests, in ms. Leaves out the threads of SQLite,
 * garbage collection and compilation, because requests do not wait for them.
 */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function approved(): Promise<string> {
  const [master] = masters;
  const orders = '/api/half-staff/orders';
  const { json } = await master!.call('POST', orders, orderBody({ ends: { kind: 'open' } }));
  const { status, text } = await master!.call('POST', `${orders}/${json.id}/approve`, {
    revision: 1,
  });
  if (status !== 200) throw new Error(text);
  return json.id;
}

/**
 * Makes a pole report its position. One pole in twenty is offline, and one in fifty does not go to
 * half-staff.
 */
function report(index: number): void {
  const isHalf = index % 50 !== 0;
  live.apply({
    type: 'patch',
    path: `company-c${index % COMPANIES}/hardware/P-${index}`,
    data: {
      voltage: 45,
      'reported/flagHalf': isHalf,
      'reported/flagUp': !isHalf,
      'reported/lamp': false,
      'reported/lastSeen': harness.time.now / 1000 - (index % 20 === 0 ? 3600 : 0),
    },
  });
}

/** Stores a ledger entry about an order for every pole. */
async function record(orderId: string): Promise<void> {
  const sourceKey = `order:${orderId}`;
  const { now } = harness.time;
  let notes: LedgerNote[] = [];
  const store = async () => {
    const stored = notes;
    notes = [];
    await harness.services.db.transaction((trx) => appendToLedger(trx, stored));
  };
  for (const [index, id] of ids.entries()) {
    const c = index % COMPANIES;
    const common = {
      flag: { id, name: `Pole ${index}` },
      company: { id: `c${c}`, name: `Customer ${c}` },
    };
    const plan = { position: 'half', keys: [sourceKey], title: 'Death of a former President' };
    const body = { ...plan, since: now, until: null, reported: 'up', isOnline: true };
    notes.push(
      { ...common, kind: 'should-be', at: now, sourceKey, body },
      { ...common, kind: 'commanded', at: now, sourceKey, body: { to: 'half' } },
      {
        ...common,
        kind: 'reported',
        at: now + 20_000,
        sourceKey: null,
        body: { position: index % 50 === 0 ? 'up' : 'half', since: now + 20_000 },
      },
    );
    if (notes.length >= ENTRIES) await store();
  }
  await store();
  harness.time.now += 3_600_000;
  for (let index = 0; index < POLES; index++) report(index);
}

async function fill({ services: { db }, time }: Harness): Promise<string[]> {
  const found: string[] = [];
  await db.transaction(async (trx) => {
    for (let c = 0; c < COMPANIES; c++) {
      const address = { address1: '1 Main Street', phone: '5125550100' };
      const at = (index: number) => ({
        city: 'Austin',
        state: STATES[index % STATES.length]!,
        zip: ZIPS[index % ZIPS.length]!,
      });
      const company = { id: `c${c}`, name: `Customer ${c}`, ...at(c), ...address };
      await trx
        .insertInto('companies')
        .values({ ...company, auto_half_mast: true, created_at: time.now })
        .execute();
      const places = Array.from({ length: LOCATIONS_PER_COMPANY }, (_, l) => ({
        id: `c${c}-l${l}`,
        company_id: company.id,
        name: `Depot ${l}`,
        created_at: time.now,
        ...at(c + l),
        ...address,
      }));
      await trx.insertInto('locations').values(places).execute();
    }
    for (let start = 0; start < POLES; start += 500) {
      const rows = Array.from({ length: Math.min(500, POLES - start) }, (_, offset) => {
        const index = start + offset;
        const c = index % COMPANIES;
        return {
          id: newId(),
          flag_id: `P-${index}`,
          flag_id_key: uniqueKey(`P-${index}`),
          name: `Pole ${index}`,
          company_id: `c${c}`,
          location_id: `c${c}-l${Math.floor(index / COMPANIES) % LOCATIONS_PER_COMPANY}`,
          owner_id: `company-c${c}`,
          move_timeout: null,
          created_at: time.now,
          concerned_since: 0,
        };
      });
      found.push(...rows.map(({ id }) => id));
      await trx.insertInto('flags').values(rows).execute();
    }
  });
  return found;
}

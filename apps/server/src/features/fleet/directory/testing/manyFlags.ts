/**
 * Measures how fast lists of 100,000 flags are, and sends the results to the parent process (`npm
 * run bench -- lists`). The first argument sets a different number of flags. Uses the whole HTTP
 * app without sockets, on the PostgreSQL of `TEST_DATABASE_URL` or on SQLite.
 */
import { newId, uniqueKey } from '../../../../platform/database/text.ts';
import { LiveState } from '../../../../realtime/tree/liveState.ts';
import { createHarness, type Harness } from '../../../../testing/harness.ts';
import { SummaryPublisher } from '../../summaries/publisher.ts';

const FLAGS = Number(process.argv[2] ?? 100_000);
const COMPANIES = 500;
const LOCATIONS_PER_COMPANY = 4;
const REQUESTS = 300;
const USERS = 20;
/**
 * The number of pole reports between two list requests. At ten requests per second, that is 3,330
 * reports per second.
 */
const REPORTS = 333;
/** The number of measured rounds of the summaries job, which runs every 500 ms. */
const SUMMARY_ROUNDS = 60;
const CITIES = ['Austin', 'Boston', 'Chicago', 'Denver', 'El Paso', 'Fargo'];

/**
 * The requests that a console makes, one after another. Page numbers and search terms differ from
 * round to round.
 */
const QUERIES: readonly ((round: number) => string)[] = [
  () => 'page=1',
  (round) => `page=${1 + (round % 1000)}&sort=company`,
  (round) => `page=1&q=${CITIES[round % CITIES.length]}`,
  (round) => `page=1&q=Pole ${round}`,
  (round) => `page=${1 + (round % 50)}&sort=-voltage`,
  () => 'page=1&sort=status',
  () => 'page=1&show=offline',
  (round) => `page=1&position=up&q=${round % 10}`,
  () => 'page=1&q=online&sort=location',
  () => 'page=999999&sort=-flag',
];

export interface ListFigures {
  /** Time in ms that the first page takes after a start, when no data is in memory yet. */
  first: number;
  /**
   * How long each request takes in ms: `pages` without the counts for all filters, `counted` with
   * them.
   */
  pages: number[];
  counted: number[];
  /** The size of the largest response in bytes, before compression. */
  bytes: number;
  /** The share of one CPU core that the summaries job uses while 3,333 poles report each second. */
  summaries: number;
}

const harness = await createHarness({
  engine: process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite',
});
const live = new LiveState(harness.services.clock);
harness.link.record = (address) => live.record(address);
live.watch(harness.link.announce);
await fill(harness);
// Use several users, because each user gets only a share of the server's time. Without a socket,
// only a timer keeps the process alive.
const masters = await Promise.all(Array.from({ length: USERS }, () => harness.as('master')));
const alive = setInterval(() => undefined, 1000);
let reports = 0;
let asked = 0;
report(FLAGS);

const begun = performance.now();
await page('page=1&limit=100');
const first = performance.now() - begun;
const figures: ListFigures = { first, pages: [], counted: [], bytes: 0, summaries: 0 };
// Send each kind of request once before measuring, so that its order is sorted and its code
// compiled.
for (const query of QUERIES) await page(`${query(0)}&limit=100&counts=true`);
for (let round = 0; round < REQUESTS; round++) {
  report(REPORTS);
  const query = QUERIES[round % QUERIES.length]!(round);
  figures.pages.push(await timed(`${query}&limit=100`));
  figures.counted.push(await timed(`${query}&limit=100&counts=true`));
}
figures.summaries = await summariesOfReports();
process.send?.(figures);
clearInterval(alive);
await harness.close();
process.exit();

async function timed(query: string): Promise<number> {
  const start = performance.now();
  const bytes = await page(query);
  const taken = performance.now() - start;
  figures.bytes = Math.max(figures.bytes, bytes);
  return taken;
}

/** Measures rounds of the summaries job, without the writes to the realtime database. */
async function summariesOfReports(): Promise<number> {
  const { fleet } = harness.lists;
  const publisher = new SummaryPublisher({ fleet, nodes: harness.link.summaries });
  await publisher.round();
  let used = 0;
  for (let round = 0; round < SUMMARY_ROUNDS; round++) {
    report(REPORTS * 5);
    const before = process.cpuUsage();
    await publisher.round();
    const { user, system } = process.cpuUsage(before);
    used += user + system;
  }
  return used / (SUMMARY_ROUNDS * 500_000);
}

/** @returns the size of the response in bytes */
async function page(query: string): Promise<number> {
  const caller = masters[asked++ % USERS]!;
  const { status, text } = await caller.call('GET', `/api/flags?${query}`);
  if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
  return Buffer.byteLength(text);
}

/** Makes the next poles report a new voltage. */
function report(count: number): void {
  for (let end = reports + count; reports < end; reports++) {
    const index = reports % FLAGS;
    live.apply({
      type: 'patch',
      path: `company-c${index % COMPANIES}/hardware/P-${index}`,
      data: {
        voltage: 40 + ((reports * 7) % 90) / 10,
        'reported/flagUp': index % 3 !== 0,
        'reported/flagDown': index % 3 === 0,
        'reported/lamp': false,
        // One pole in twenty has been silent for an hour.
        'reported/lastSeen': harness.time.now / 1000 - (index % 20 === 0 ? 3600 : 0),
      },
    });
  }
}

async function fill({ services: { db }, time }: Harness): Promise<void> {
  const address = { address1: '1 Main Street', state: 'TX', zip: '78701', phone: '5125550100' };
  await db.transaction(async (trx) => {
    for (let c = 0; c < COMPANIES; c++) {
      const company = { id: `c${c}`, name: `Customer ${c}`, city: 'Austin', ...address };
      await trx
        .insertInto('companies')
        .values({ ...company, auto_half_mast: false, created_at: time.now })
        .execute();
      const places = Array.from({ length: LOCATIONS_PER_COMPANY }, (_, l) => ({
        id: `c${c}-l${l}`,
        company_id: company.id,
        name: `${CITIES[(c + l) % CITIES.length]} Depot ${l}`,
        city: CITIES[(c + l) % CITIES.length]!,
        created_at: time.now,
        ...address,
      }));
      await trx.insertInto('locations').values(places).execute();
    }
    for (let start = 0; start < FLAGS; start += 500)
      await trx
        .insertInto('flags')
        .values(
          Array.from({ length: Math.min(500, FLAGS - start) }, (_, offset) => {
            const index = start + offset;
            return {
              id: newId(),
              flag_id: `P-${index}`,
              flag_id_key: uniqueKey(`P-${index}`),
              name: `Pole ${index}`,
              company_id: `c${index % COMPANIES}`,
              location_id: `c${index % COMPANIES}-l${Math.floor(index / COMPANIES) % LOCATIONS_PER_COMPANY}`,
              owner_id: `company-c${index % COMPANIES}`,
              move_timeout: null,
              created_at: time.now,
            };
          }),
        )
        .execute();
  });
}

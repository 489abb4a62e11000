import { createDatabase, startDurablePostgres } from '../../scripts/postgres.mjs';
import { withParts } from './part.ts';
import type { Result } from './result.ts';
import { type Stored, temporaryDirectory } from './stored.ts';

/** The delay in ms that a simulated slow network adds to each round trip to PostgreSQL. */
const LINK_MS = 2;

/** A kind of database that can store the realtime data. */
export interface StoreKind {
  /** The name of this kind of database, as shown in the table of results. */
  name: string;
  /**
   * Creates an empty folder or database for the data of one server. It is deleted when the process
   * ends.
   */
  create(): Promise<Stored>;
}

const SQLITE: StoreKind = {
  name: 'SQLite',
  create: async () => ({ in: 'sqlite', directory: temporaryDirectory() }),
};

/**
 * Runs a measurement on SQLite, on PostgreSQL, and on PostgreSQL with 2 ms added to each round
 * trip. PostgreSQL is a temporary cluster with its own settings for durability. If PostgreSQL is
 * not installed, reports that and uses only SQLite.
 */
export async function onEachStore(
  measure: (store: StoreKind) => Promise<Result[]>,
): Promise<Result[]> {
  const results = await measure(SQLITE);
  const cluster = await startDurablePostgres();
  const { url } = cluster;
  if (url === null) {
    console.error(`Measured only on SQLite, because ${cluster.reason}.`);
    return results;
  }
  try {
    const create = async () => (await createDatabase(url)).url;
    results.push(
      ...(await measure({
        name: 'PostgreSQL',
        create: async () => ({ in: 'postgres', url: await create() }),
      })),
      ...(await withParts({ link: 'slowLink' }, ({ link }) =>
        measure({
          name: `PostgreSQL + ${LINK_MS} ms`,
          async create() {
            const direct = await create();
            const slow = await link.call<string>('start', { url: direct, milliseconds: LINK_MS });
            return { in: 'postgres', url: slow };
          },
        }),
      )),
    );
    return results;
  } finally {
    await cluster.stop();
  }
}

import DataLoader from 'dataloader';

/** The maximum number of values that one statement looks up. */
const MAX_VALUES = 500;

/**
 * Returns a function that looks up one value. Lookups requested while a statement is running share
 * the next statement, so that thousands of lookups a second do not occupy all connections to
 * PostgreSQL. Results are never cached.
 * @param find looks up several values; values that do not exist are missing from the map
 */
export function batchedLookup<Db extends object, T>(
  find: (db: Db, values: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (db: Db, value: string) => Promise<T | null> {
  const loaders = new WeakMap<Db, DataLoader<string, T | null>>();
  return (db, value) => {
    const loader = loaders.get(db) ?? loaderFor(db, find);
    loaders.set(db, loader);
    return loader.load(value);
  };
}

function loaderFor<Db, T>(
  db: Db,
  find: (db: Db, values: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): DataLoader<string, T | null> {
  let running: Promise<unknown> = Promise.resolve();
  return new DataLoader(
    async (values) => {
      const asked = find(db, values);
      running = asked.catch(() => undefined);
      const found = await asked;
      return values.map((value) => found.get(value) ?? null);
    },
    {
      cache: false,
      maxBatchSize: MAX_VALUES,
      batchScheduleFn: (run) => void running.then(run),
    },
  );
}

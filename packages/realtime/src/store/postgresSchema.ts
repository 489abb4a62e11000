import type { Client } from 'pg';

/**
 * The version of the tables and of the function `realtime_commit`. Incremented with every change of
 * either.
 */
const VERSION = 1;

/**
 * The database's error code when it rejects a batch because another process has taken over the
 * data.
 */
export const NOT_OWNER = 'HA001';

/**
 * `realtime_node` contains the tree, one row per leaf. `realtime_meta` has one row with the process
 * that holds the data, its epoch, and the number of the last batch. Each batch calls
 * `realtime_commit`, which fails if the batch's epoch is no longer the current one.
 */
const TABLES = `
CREATE TABLE realtime_meta (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL,
  epoch bigint NOT NULL,
  owner text,
  sequence bigint NOT NULL
);
INSERT INTO realtime_meta (version, epoch, sequence) VALUES (${VERSION}, 0, 0);

CREATE TABLE realtime_node (
  key text COLLATE "C" PRIMARY KEY,
  path text COLLATE "C",
  value text NOT NULL
);

CREATE FUNCTION realtime_commit(
  owner_epoch bigint, batch_sequence bigint, clear_all boolean,
  clear_from text[], clear_to text[], clear_path text[], clear_end text[],
  removed text[], keys text[], paths text[], contents text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE realtime_meta SET sequence = batch_sequence WHERE epoch = owner_epoch;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process owns the realtime data' USING ERRCODE = '${NOT_OWNER}';
  END IF;
  IF clear_all THEN
    DELETE FROM realtime_node;
  END IF;
  FOR i IN 1 .. cardinality(clear_from) LOOP
    DELETE FROM realtime_node
    WHERE key >= clear_from[i] AND key < clear_to[i]
      AND (path IS NULL OR (path >= clear_path[i] AND path < clear_end[i]));
  END LOOP;
  IF cardinality(removed) > 0 THEN
    DELETE FROM realtime_node WHERE key = ANY (removed);
  END IF;
  IF cardinality(keys) > 0 THEN
    INSERT INTO realtime_node (key, path, value)
    SELECT * FROM unnest(keys, paths, contents)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  END IF;
END $$;
`;

/** An arbitrary number that identifies the lock for creating the tables. Nothing else uses it. */
const MAKING = 7_308_332;

/**
 * Creates the tables if they do not exist.
 * @throws Error if the tables exist with a different version
 */
export async function ensureSchema(client: Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MAKING]);
    const found = await client.query<{ there: boolean }>(
      "SELECT to_regclass('realtime_meta') IS NOT NULL AS there",
    );
    if (found.rows[0]?.there !== true) await client.query(TABLES);
    const { rows } = await client.query<{ version: number }>('SELECT version FROM realtime_meta');
    const version = rows[0]?.version;
    if (version !== VERSION) {
      throw new Error(
        `The realtime data in this PostgreSQL database has version ${version}; this Halyard knows version ${VERSION}: start the newer Halyard that wrote it`,
      );
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

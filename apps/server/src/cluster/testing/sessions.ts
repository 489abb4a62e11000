import pg from 'pg';

/** Has PostgreSQL end the connections of this name, and waits until they are gone. */
export async function endSessions(databaseUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [name],
  );
  await client.end();
  if (rowCount === 0) throw new Error(`PostgreSQL has no connection of ${name}`);
}

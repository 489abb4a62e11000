import pg from 'pg';

/**
 * Makes PostgreSQL close all connections with this application name, and waits until they are
 * closed.
 */
export async function endSessions(databaseUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await end(client, name);
}

/**
 * Records a nonexistent process as the owner of the realtime data, and closes the current owner's
 * connection. However fast that owner reconnects, it cannot become the owner again.
 */
export async function takeOver(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update realtime_meta set epoch = epoch + 1, owner = 'another process'");
  await end(client, 'halyard-realtime');
}

async function end(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [name],
  );
  await client.end();
  if (rowCount === 0) throw new Error(`PostgreSQL has no connection of ${name}`);
}

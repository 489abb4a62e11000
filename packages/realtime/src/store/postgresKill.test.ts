import { expect, test } from 'vitest';
import { createDatabase } from '../../../../scripts/postgres.mjs';
import { killRounds } from '../testing/kill.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 2);

test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  `kill -9 during a storm of writes loses no acknowledged write or onDisconnect write on PostgreSQL (${rounds} rounds)`,
  { timeout: 30_000 + rounds * 10_000 },
  async () => {
    const database = await createDatabase();
    const storeModule = new URL('./postgresKillStore.ts', import.meta.url).href;
    expect(rounds).toBeGreaterThan(0);
    await killRounds({ storeModule, argument: database.url, rounds });
    await database.drop();
  },
);

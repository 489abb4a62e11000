import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { killRounds } from '../testing/kill.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 2);

test(`kill -9 during heavy writes loses no acknowledged write or onDisconnect write on SQLite (${rounds} rounds)`, {
  timeout: 30_000 + rounds * 10_000,
}, async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-kill-'));
  const storeModule = new URL('../testing/killSqlite.ts', import.meta.url).href;
  expect(rounds).toBeGreaterThan(0);
  await killRounds({ storeModule, argument: directory, rounds });
  rmSync(directory, { recursive: true });
});

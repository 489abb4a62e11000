import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../config.ts';
import { openDatabase, SQLITE_FILE } from '../../database/database.ts';
import type { LedgerHead } from './chain.ts';
import { verifyLedger } from './verify.ts';

const USAGE = `Usage: npm run verify-ledger [-- HEAD …]

Checks the ledger of DATA_DIR, or of DATABASE_URL: that no entry was changed, left out, added or cut
off. It prints the head of the chain, COUNT:HASH. Note it down, away from this machine: given to a later
run, it proves that everything up to it is there still.`;

const args = process.argv.slice(2);
const heads = args.map(readNoted);
if (heads.includes(null)) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(args.includes('--help') ? 0 : 1);
}

try {
  const config = readConfig(process.env, { demo: false });
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, SQLITE_FILE)))
    throw new Error(`there is no database in ${config.dataDir}.`);
  const db = await openDatabase(
    config.databaseUrl === null ? config : { databaseUrl: config.databaseUrl },
  );
  try {
    const noted = heads.filter((head) => head !== null);
    const verdict = await verifyLedger(db.queries, noted);
    if ('fault' in verdict) {
      process.stderr.write(`The ledger is broken at entry ${verdict.seq}: ${verdict.fault}\n`);
      process.exitCode = 1;
    } else {
      const { count, hash } = verdict.head;
      const entries = count === 1 ? '1 entry' : `${count} entries`;
      process.stdout.write(`The ledger holds: ${entries}. Head to note down:\n${count}:${hash}\n`);
    }
  } finally {
    await db.close();
  }
} catch (error) {
  process.stderr.write(`The ledger could not be checked: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readNoted(text: string): LedgerHead | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  return match ? { count: Number(match[1]), hash: match[2] ?? '' } : null;
}

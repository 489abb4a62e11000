import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../../platform/config/config.ts';
import { openDatabase, SQLITE_FILE } from '../../../platform/database/database.ts';
import { progressLines } from '../../../platform/log/progress.ts';
import { headText, readHeadText } from './chain.ts';
import { verifyLedger } from './verify.ts';

const USAGE = `Usage: npm run verify-ledger [-- --head COUNT:HASH …]

Checks the ledger of DATA_DIR, or of DATABASE_URL, and prints its head as COUNT:HASH.

Without a kept head, it finds entries that were changed, removed, added or reordered, unless all later
hashes were recomputed. It cannot detect a rewrite of the whole ledger by someone who can write to the
database.

With --head, it also checks that the first COUNT entries are still the ones for which this head was printed.
Keep heads on another machine: every compliance report and CSV file has one, and LEDGER_HEAD_TO gets one
by email each day. Repeat --head to check several.`;

const { heads, isHelp, isValid } = readArguments(process.argv.slice(2));
if (isHelp || !isValid) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(isHelp ? 0 : 1);
}

try {
  const config = readConfig(process.env, { demo: false });
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, SQLITE_FILE)))
    throw new Error(`there is no database in ${config.dataDir}.`);
  const db = await openDatabase(
    config.databaseUrl === null ? config : { databaseUrl: config.databaseUrl },
  );
  try {
    const progress = progressLines();
    const verdict = await verifyLedger(db.queries, heads, (count, total) =>
      progress(`Checked ${count} of ${total} entries…`),
    );
    if ('fault' in verdict) {
      process.stderr.write(`The ledger is broken at entry ${verdict.seq}: ${verdict.fault}\n`);
      process.exitCode = 1;
    } else {
      const { count, hash } = verdict.head;
      const entries = count === 1 ? '1 entry' : `${count} entries`;
      const kept = heads.length > 0 ? ` ${headsText(heads.length)}` : '';
      process.stdout.write(
        `The ledger is intact: ${entries}.${kept}\nHead: ${headText({ count, hash })}\n`,
      );
    }
  } finally {
    await db.close();
  }
} catch (error) {
  process.stderr.write(`The ledger was not checked: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

/**
 * Parses the option `--head COUNT:HASH`, which may be repeated. Also accepts COUNT:HASH without
 * `--head`.
 */
function readArguments(args: readonly string[]) {
  const texts = args.filter((arg) => arg !== '--head' && arg !== '--help');
  const heads = texts.map(readHeadText);
  return {
    heads: heads.filter((head) => head !== null),
    isHelp: args.includes('--help'),
    isValid: !heads.includes(null) && args.at(-1) !== '--head',
  };
}

function headsText(count: number): string {
  return count === 1 ? 'The kept head matches.' : `All ${count} kept heads match.`;
}

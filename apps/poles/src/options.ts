import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BEHAVIOURS, isBehaviour } from './behaviours.ts';
import type { FleetPole } from './fleet.ts';
import { readFleetFile } from './fleetFile.ts';
import { parseServer } from './protocol/address.ts';

export const HELP = `Simulated flag poles, each with its own device client over real sockets.

  npm run poles -- --server URL --fleet FILE
  npm run poles -- --server URL --count N [--owner O] [--prefix P] --auth KEY

  --server URL       host and port of the server, e.g. http://localhost:3000
  --fleet FILE       JSON list of {"ownerId", "flagId", "key", "name", "behaviour"}
  --count N          number of poles, named by number
  --owner O          owner of these poles (default "bench")
  --prefix P         prefix of their flag IDs: P1, P2, … (default "pole-")
  --auth KEY         one key for all poles; "owner" for "npm run realtime -- --dev"
  --key-file FILE    file with one key per line; a single key applies to all poles
  --behaviour B      behavior of these poles (default "normal"), one of:
                     ${BEHAVIOURS.slice(0, 6).join(', ')},
                     ${BEHAVIOURS.slice(6).join(', ')}
  --report-every S   seconds between reports (default 30)
  --travel S         seconds that a move takes (default: 2 to 6, at random)
  --by-hand MIN      someone moves a pole by hand about every MIN minutes (default: never)
  --insecure         accept any TLS certificate
  --quiet            print only errors
  --help             show this help`;

export interface CliOptions {
  server: string;
  poles: FleetPole[];
  /** Interval between a pole's reports, in ms. */
  reportEvery: number;
  /** Time in ms that a pole takes to move; null for a random time. */
  travel: number | null;
  /** Average time in ms between manual moves in the whole fleet; 0 for no manual moves. */
  byHand: number;
  insecure: boolean;
  quiet: boolean;
}

/**
 * Parses the pole simulator's command line, and reads the files that it mentions. Returns null if
 * the user asked for help.
 * @throws Error with a one-sentence message for the user
 */
export async function readOptions(args: string[]): Promise<CliOptions | null> {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string' },
      fleet: { type: 'string' },
      count: { type: 'string' },
      owner: { type: 'string', default: 'bench' },
      prefix: { type: 'string', default: 'pole-' },
      auth: { type: 'string' },
      'key-file': { type: 'string' },
      behaviour: { type: 'string', default: 'normal' },
      'report-every': { type: 'string', default: '30' },
      travel: { type: 'string' },
      'by-hand': { type: 'string', default: '0' },
      insecure: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (!values.server) throw new Error('--server URL is missing.');
  parseServer(values.server);
  if ((values.fleet === undefined) === (values.count === undefined))
    throw new Error('Use either --fleet FILE or --count N.');
  return {
    server: values.server,
    poles: values.fleet
      ? await readFleetFile(values.fleet)
      : await countedPoles({ ...values, keyFile: values['key-file'] }),
    reportEvery: readNumber('--report-every', values['report-every'], 0.1) * 1000,
    travel: values.travel === undefined ? null : readNumber('--travel', values.travel, 0.1) * 1000,
    byHand: readNumber('--by-hand', values['by-hand'], 0) * 60_000,
    insecure: values.insecure,
    quiet: values.quiet,
  };
}

interface Counted {
  count?: string | undefined;
  owner: string;
  prefix: string;
  auth?: string | undefined;
  keyFile?: string | undefined;
  behaviour: string;
}

async function countedPoles(options: Counted): Promise<FleetPole[]> {
  const count = readNumber('--count', options.count ?? '', 1);
  if (!Number.isInteger(count)) throw new Error('--count must be a whole number.');
  const { behaviour, owner, prefix } = options;
  if (!isBehaviour(behaviour))
    throw new Error(`--behaviour must be one of ${BEHAVIOURS.join(', ')}.`);
  const keys = await readKeys(options, count);
  return Array.from({ length: count }, (_, i) => ({
    ownerId: owner,
    flagId: `${prefix}${i + 1}`,
    key: keys[i % keys.length]!,
    name: `Pole ${i + 1}`,
    behaviour,
  }));
}

async function readKeys({ auth, keyFile }: Counted, count: number): Promise<string[]> {
  if ((auth === undefined) === (keyFile === undefined))
    throw new Error('With --count, use either --auth KEY or --key-file FILE.');
  if (auth !== undefined) {
    if (auth === '') throw new Error('--auth must not be empty.');
    return [auth];
  }
  let text: string;
  try {
    text = await readFile(keyFile!, 'utf8');
  } catch (error) {
    throw new Error(`Cannot read the key file ${keyFile}: ${(error as Error).message}`);
  }
  const keys = text.split('\n').flatMap((line) => line.trim() || []);
  if (keys.length !== 1 && keys.length < count)
    throw new Error(`${keyFile} has ${keys.length} keys for ${count} poles.`);
  return keys;
}

function readNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < least)
    throw new Error(`${name} must be a number, ${least} or more.`);
  return value;
}

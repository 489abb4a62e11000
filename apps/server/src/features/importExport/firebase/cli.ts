import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ExportedOwner, MAX_EXPORT_BYTES, NoExport, readExport } from './readExport.ts';
import { devicesCsv } from './toCsv.ts';

const USAGE = `Usage: npm run import-firebase -- FILE [--dry-run] [--company NAME] [--location NAME] [--out FLAGS.CSV]

Reads the JSON export of a Firebase database of the original product and lists its owners and devices.
Without --dry-run, it also writes the devices to a CSV file (flags.csv), which a master imports on the
console's Import page, under Flags. Each device keeps its owner and path. Company and location can be
filled in there, line by line. Passwords are not imported.`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

const UNREADABLE: Record<string, string> = {
  ENOENT: 'does not exist. A path that does not start with a slash is relative to Halyard’s folder',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
};
const UNWRITABLE: Record<string, string> = {
  EEXIST: 'already exists. Choose another file with --out',
  ENOENT: 'cannot be written: its folder does not exist',
  EACCES: 'cannot be written by this user. Choose another file with --out',
};

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        company: { type: 'string', default: '' },
        location: { type: 'string', default: '' },
        out: { type: 'string', default: 'flags.csv' },
      },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function ownersIn(file: string): ExportedOwner[] {
  try {
    if (statSync(file).size > MAX_EXPORT_BYTES)
      throw new NoExport('The file is larger than 50 MB.');
    return readExport(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof NoExport) return fail(`${file}: ${message}`);
    if (code !== undefined)
      return fail(`${file} ${UNREADABLE[code] ?? `cannot be read: ${code}`}.`);
    throw error;
  }
}

function listOwners(owners: readonly ExportedOwner[]): number {
  let taken = 0;
  for (const { owner, devices, hadPassword } of owners) {
    const fate = devices.length > 0 ? `adopted with ${devices.length} devices` : 'has no device';
    say(`${printable(owner)}: ${fate}${hadPassword ? '; its password is not imported' : ''}`);
    for (const { flagId, name, refusal } of devices) {
      if (refusal === null) taken++;
      say(`  ${printable(flagId)} (${printable(name)}): ${refusal ?? 'new'}`);
    }
  }
  return taken;
}

/**
 * Replaces control characters in text, so that the content of a file cannot control the terminal.
 */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');

const { values, positionals } = readArguments();
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) fail(USAGE);
const owners = ownersIn(file!);
const taken = listOwners(owners);
const all = owners.reduce((sum, { devices }) => sum + devices.length, 0);
say(`${taken} of ${all} devices can be imported.`);
if (values['dry-run']) say('Nothing was written.');
else {
  const csv = devicesCsv(owners, { company: values.company, location: values.location });
  try {
    // This never overwrites existing files.
    writeFileSync(values.out, csv, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    fail(`${values.out} ${UNWRITABLE[code] ?? `cannot be written: ${code}`}.`);
  }
  say(`Wrote ${values.out}: import it in the console under Import, Flags.`);
}

// Checks that the lock files install on any machine: they contain no download URLs, and the
// binaries for every platform.
import fs from 'node:fs';
import { at } from './lib/paths.mjs';

const faults = [];
const own = ['node', 'lighthouse'].map((folder) => `scripts/${folder}/package-lock.json`);
for (const file of ['package-lock.json', ...own]) {
  const { packages } = JSON.parse(fs.readFileSync(at(file), 'utf8'));
  for (const [where, entry] of Object.entries(packages)) {
    if (String(entry.resolved).startsWith('http'))
      faults.push(`${file}: ${where} contains a download URL`);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!packages[`${where}/node_modules/${name}`] && !packages[`node_modules/${name}`]) {
        faults.push(`${file}: ${where} depends on ${name}, which is missing from the lock file`);
      }
    }
  }
}
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);

// Prints a version's section of CHANGELOG.md, or lists the files that state another version:
//   node scripts/releaseNotes.mjs 0.2.0
// Needs only Node, so that CI can check a tag before it installs anything.
import fs from 'node:fs';
import path from 'node:path';
import { at } from './lib/paths.mjs';

const read = (file) => fs.readFileSync(at(file), 'utf8');

/** Returns the files that state the version, as [file, version found] pairs. */
function statedVersions() {
  const { packages } = JSON.parse(read('package-lock.json'));
  const workspaces = Object.keys(packages).filter((where) => !where.includes('node_modules'));
  const stated = [];
  for (const where of workspaces) {
    const file = path.posix.join(where, 'package.json');
    const manifest = JSON.parse(read(file));
    stated.push([file, manifest.version]);
    stated.push([`package-lock.json (${file})`, packages[where].version]);
    for (const [name, range] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      if (name.startsWith('@halyard/'))
        stated.push([`${file} (${name})`, range.replace(/^\^/, '')]);
    }
  }
  const label = /image\.version="([^"]*)"/.exec(read('deploy/Dockerfile'));
  stated.push(['deploy/Dockerfile', label?.[1]]);
  const constant = /VERSION = '([^']*)'/.exec(read('apps/server/src/platform/config/version.ts'));
  stated.push(['apps/server/src/platform/config/version.ts', constant?.[1]]);
  return stated;
}

/** Returns the text below the heading of a version; null if there is no such heading. */
function sectionOf(version) {
  for (const part of read('CHANGELOG.md').split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = part.split('\n');
    if (heading.split(' ')[0] === version) return lines.join('\n').trim();
  }
  return null;
}

const version = process.argv[2] ?? '';
if (version === '') {
  console.error('Specify a version: node scripts/releaseNotes.mjs 0.2.0');
  process.exit(1);
}
const faults = statedVersions()
  .filter(([, found]) => found !== version)
  .map(([place, found]) => `${place} says ${found ?? 'no version'}, not ${version}`);
const notes = sectionOf(version);
if (!notes) faults.push(`CHANGELOG.md has no text for ${version}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(notes);

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const FOLDERS = ['apps/poles', 'apps/server', 'apps/web', 'packages/domain', 'packages/realtime'];

/** Where dates and times get their US form, and the calculators that only ask the runtime for zones. */
const HOMES = [
  'packages/domain/src/time/clockText.ts',
  'packages/domain/src/time/timeZone.ts',
  'packages/domain/src/time/zoneClock.ts',
];
const FORMATS = /Intl\.DateTimeFormat|toLocale(Date|Time)String|toUTCString|toGMTString/;

const sourcesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, 'src', ...file.split(path.sep)))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/demo\//.test(file));

test('dates and times have their form from one place', () => {
  const formatting = FOLDERS.flatMap(sourcesIn).filter((file) =>
    FORMATS.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(formatting.toSorted()).toEqual(HOMES);
});

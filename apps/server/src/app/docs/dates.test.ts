import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const FOLDERS = [
  'apps/poles',
  'apps/server',
  'apps/web',
  'packages/domain',
  'packages/messages',
  'packages/realtime',
];

/**
 * The only files that may use the runtime's date formatting. Some of them format no dates: they
 * check time zones, or create a formatter ahead of time because creating the first one is slow.
 */
const HOMES = [
  'packages/domain/src/time/clockText.ts',
  'packages/domain/src/time/prepareDates.ts',
  'packages/domain/src/time/timeZone.ts',
  'packages/domain/src/time/zoneClock.ts',
];
const FORMATS = /Intl\.DateTimeFormat|toLocale(Date|Time)String|toUTCString|toGMTString/;

const sourcesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, 'src', ...file.split(path.sep)))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/demo\//.test(file));

test('dates and times are formatted only in the files that this test lists', () => {
  const formatting = FOLDERS.flatMap(sourcesIn).filter((file) =>
    FORMATS.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(formatting.toSorted()).toEqual(HOMES);
});

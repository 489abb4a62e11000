import { expect, test } from 'vitest';
import { asDatabaseError } from '../database/engines/outage.ts';
import { createLog } from './log.ts';

interface Line {
  level: number;
  msg: string;
  reason?: string;
  failures?: number;
}

const refused = () => Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });

function watched(level: string) {
  const lines: Line[] = [];
  const { log, watch } = createLog(level, {
    write: (line) => lines.push(JSON.parse(line) as Line),
  });
  return { lines, log, watch, texts: () => lines.map(({ msg }) => msg) };
}

const BEGINS = expect.stringContaining('The database is not available');

test('a database outage is logged once when it begins, and once with the number of failures when it ends', async () => {
  const { lines, log, watch, texts } = watched('info');
  let isBack = false;
  const unwatch = watch(async () => isBack);
  const child = log.child({ request: 1 });
  for (let i = 0; i < 300; i++) {
    const error = asDatabaseError(refused());
    log.error({ err: error }, 'A round failed');
    child.warn({ err: new Error('Unavailable', { cause: error }) }, 'A request failed');
  }
  log.info('Something else');
  expect(texts()).toEqual([BEGINS, 'Something else']);
  expect(lines[0]).toMatchObject({ level: 50, reason: 'connect refused' });
  isBack = true;
  await expect.poll(texts).toEqual([BEGINS, 'Something else', 'The database is back']);
  expect(lines[2]).toMatchObject({ level: 40, failures: 600 });
  // A second outage is logged again.
  log.error({ err: asDatabaseError(refused()) }, 'A round failed');
  expect(texts().slice(3)).toEqual([BEGINS]);
  unwatch();
});

test('an outage of a mail server or a webhook target is not logged as a database outage', () => {
  const { log, texts } = watched('info');
  log.error({ err: refused() }, 'An email was not accepted');
  log.error({ err: new Error('x') }, 'A fault');
  log.error('A text alone');
  expect(texts()).toEqual(['An email was not accepted', 'A fault', 'A text alone']);
});

test('at log level debug, every failure during a database outage is logged', () => {
  const { log, texts } = watched('debug');
  for (let i = 0; i < 2; i++) log.error({ err: asDatabaseError(refused()) }, 'A round failed');
  expect(texts()).toEqual([BEGINS, 'A round failed', 'A round failed']);
});

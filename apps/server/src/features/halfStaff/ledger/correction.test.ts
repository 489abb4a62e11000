import { afterEach, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../../testing/engines.ts';
import { appendToLedger, type LedgerNote } from './append.ts';
import { correctLedgerOnce, wrongDeviations } from './correction.ts';
import { verifyLedger } from './verify.ts';

let database: TestDatabase;
afterEach(() => database.remove());

const MINUTE = 60_000;
const T = Date.parse('2026-05-25T09:30:00Z');

/**
 * Returns a ledger entry as written by old versions, which recorded some wrong positions
 * incorrectly.
 */
function note(
  kind: LedgerNote['kind'],
  minute: number,
  body: LedgerNote['body'],
  pole = 'a',
): LedgerNote {
  const at = T + minute * MINUTE;
  const flag = { id: pole, name: `Pole ${pole}` };
  return { kind, at, flag, company: { id: 'c', name: 'Acme' }, sourceKey: 'rule:always-up', body };
}
const plan = (minute: number, more: LedgerNote['body'], pole?: string) =>
  note(
    'should-be',
    minute,
    { keys: ['rule:always-up'], position: 'up', since: T + minute * MINUTE, ...more },
    pole,
  );
const deviation = (from: number, until: number, pole?: string) =>
  note(
    'deviation',
    until,
    { from: T + from * MINUTE, until: T + until * MINUTE, minutes: until - from, position: 'up' },
    pole,
  );

describe.each(engines)('the one-time correction of the ledger on %s', (engine) => {
  const append = (...notes: LedgerNote[]) =>
    database.db.transaction((trx) => appendToLedger(trx, notes));
  const corrections = () =>
    database.db.queries
      .selectFrom('ledger')
      .select(['seq', 'body'])
      .where('kind', '=', 'corrected')
      .execute();

  test('adds a ledger entry that lists wrong positions that never happened, were recorded as too long, or cannot be checked', async () => {
    database = await openTestDatabase(engine);
    await append(
      plan(0, { lamp: false, reported: 'up' }),
      // At dusk, only the lamp changes. The flag is up the whole time.
      plan(455, { lamp: true, reported: 'up' }),
      deviation(0, 456),
      // The pole is down for an hour, but old versions counted the time from the start of the plan.
      note('reported', 500, { position: 'down' }),
      note('reported', 560, { position: 'up' }),
      deviation(455, 560),
      // This deviation really happened.
      note('reported', 600, { position: 'half' }),
      note('reported', 630, { position: 'up' }),
      deviation(600, 630),
      // The ledger does not say what position this pole was in.
      deviation(0, 30, 'b'),
    );
    await correctLedgerOnce(database.db, T);
    const [correction] = await corrections();
    expect(JSON.parse(correction!.body)).toEqual({
      right: [3],
      shorter: [{ entry: 6, minutes: 60 }],
      undecided: [10],
    });
    expect([...(await wrongDeviations(database.db.queries))]).toEqual([3]);
    await correctLedgerOnce(database.db, T);
    expect(await corrections()).toHaveLength(1);
    expect(await verifyLedger(database.db.queries)).toHaveProperty('head');
  });

  test('adds no ledger entry if all entries are correct, and ignores entries that were added later', async () => {
    database = await openTestDatabase(engine);
    await correctLedgerOnce(database.db, T);
    await append(plan(0, { lamp: false, reported: 'up' }), deviation(0, 30));
    await correctLedgerOnce(database.db, T);
    expect(await corrections()).toEqual([]);
  });

  test('makes the ledger fail verification if a second correction is added', async () => {
    database = await openTestDatabase(engine);
    await append(plan(0, { lamp: false, reported: 'up' }), deviation(0, 30));
    await correctLedgerOnce(database.db, T);
    const forged = {
      ...note('corrected', 90, { right: [2], shorter: [], undecided: [] }),
      flag: null,
    };
    await append(forged);
    expect(await verifyLedger(database.db.queries)).toMatchObject({
      seq: 4,
      fault: expect.stringMatching(/second correction/),
    });
  });

  test('makes the ledger fail verification if it hides a real wrong position', async () => {
    database = await openTestDatabase(engine);
    await append(
      plan(0, { lamp: false, reported: 'up' }),
      note('reported', 10, { position: 'down' }),
      note('reported', 40, { position: 'up' }),
      deviation(10, 40),
      { ...note('corrected', 90, { right: [4], shorter: [], undecided: [] }), flag: null },
    );
    expect(await verifyLedger(database.db.queries)).toMatchObject({ seq: 5 });
  });
});

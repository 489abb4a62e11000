import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { type Leadership, lead, leadAlone } from './leader.ts';

const url = process.env.TEST_DATABASE_URL;
const log = pino({ level: 'silent' });
const leaderships: Leadership[] = [];
afterEach(async () => {
  for (const leadership of leaderships.splice(0)) await leadership.stop();
});

/** A duty that notes who does it. */
function newDuty(name: string) {
  const doing = new Set<string>();
  let most = 0;
  let begun = 0;
  const of = (who: string) => ({
    name,
    async start() {
      begun++;
      doing.add(who);
      most = Math.max(most, doing.size);
      return async () => void doing.delete(who);
    },
  });
  return { doing, most: () => most, begun: () => begun, of };
}

test('a single process has the duty at once, until it stops', async () => {
  const duty = newDuty('alone');
  const leadership = await leadAlone(duty.of('a'));
  expect([leadership.isLeader(), [...duty.doing]]).toEqual([true, ['a']]);
  await leadership.stop();
  expect([...duty.doing]).toEqual([]);
});

describe.skipIf(url === undefined)('of several processes', () => {
  const compete = (duty: ReturnType<typeof newDuty>, who: string) => {
    const leadership = lead(url!, duty.of(who), log);
    leaderships.push(leadership);
    return leadership;
  };
  const waitFor = (duty: ReturnType<typeof newDuty>, who: string[]) =>
    expect.poll(() => [...duty.doing]).toEqual(who);

  test('one has the duty; when it stops, another takes it', async () => {
    const duty = newDuty(randomUUID());
    const a = compete(duty, 'a');
    await waitFor(duty, ['a']);
    const b = compete(duty, 'b');
    await a.stop();
    await waitFor(duty, ['b']);
    expect([a.isLeader(), b.isLeader(), duty.most()]).toEqual([false, true, 1]);
  });

  test('different duties have leaders of their own', async () => {
    const [one, other] = [newDuty(randomUUID()), newDuty(randomUUID())];
    compete(one, 'a');
    compete(other, 'b');
    await waitFor(one, ['a']);
    await waitFor(other, ['b']);
  });

  test('whoever loses its connection stops, and the duty is done by one again', async () => {
    const duty = newDuty(randomUUID());
    compete(duty, 'a');
    await waitFor(duty, ['a']);
    compete(duty, 'b');
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const kill = () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
         and classid = $1 and objid = hashtext($2)::oid`,
        [0x68616c79, duty.of('').name],
      );
    const { rowCount } = await kill();
    expect(rowCount).toBe(1);
    await expect.poll(() => duty.begun()).toBe(2);
    expect([duty.doing.size, duty.most()]).toEqual([1, 1]);
    await admin.end();
  });

  test('a duty that fails to begin is tried again', async () => {
    let tries = 0;
    const failing = {
      name: randomUUID(),
      async start() {
        if (++tries < 2) throw new Error('not yet');
        return async () => {};
      },
    };
    const leadership = lead(url!, failing, log);
    leaderships.push(leadership);
    await expect.poll(() => leadership.isLeader()).toBe(true);
  });
});

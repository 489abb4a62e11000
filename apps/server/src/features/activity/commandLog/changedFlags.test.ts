import type { Flag, Location } from '@halyard/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DemoServer,
  move,
  nodeOf,
  positions,
  startDemoServer,
} from '../../../testing/demoServer.ts';

/**
 * These tests check the log entries of commands whose flag is deleted or changed before or after
 * the entry is written.
 */

const HOME = '192.0.2.1';

let server: DemoServer;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.stop());

/** Returns a flag that is up and for which the employee has just sent the command "down". */
async function sentDown(): Promise<Flag> {
  const flag = server.nextFlag();
  await server.report(flag, { ...positions('flagUp'), lamp: false });
  const live = await server.connect(server.eve, HOME);
  expect(await live.ask('m', { p: nodeOf(flag), d: move(server.eve, 'flagDown') })).toBe('ok');
  return flag;
}
const arrives = (flag: Flag) => server.report(flag, { ...positions('flagDown'), lamp: false });
const change = async (flag: Flag, changes: object): Promise<Flag> => {
  const answer = await server.master.patch(`/api/flags/${flag.id}`, changes);
  expect([answer.status, await answer.clone().text()]).toEqual([200, expect.anything()]);
  return (await answer.json()) as Flag;
};
const loggedEntries = async (flag: Flag) =>
  (await server.commandsOf(flag)).map(({ actor, outcome, detail, address }) => [
    ...[actor.name, outcome, detail.position, detail.cause, address],
  ]);
/** Waits until the activity log contains all commands sent so far. */
async function untilEntered(): Promise<void> {
  const flag = await sentDown();
  await arrives(flag);
  await expect.poll(() => loggedEntries(flag)).toHaveLength(1);
}

test("a command still has only one log entry after its flag's ID changes", async () => {
  const flag = await sentDown();
  await arrives(flag);
  const entries = [['employee', 'confirmed', 'down', undefined, HOME]];
  await expect.poll(() => loggedEntries(flag)).toEqual(entries);
  await change(flag, { flagId: `${flag.flagId}-NEW` });
  await untilEntered();
  expect(await loggedEntries(flag)).toEqual(entries);
});

test("a command that is canceled because its flag's ID changes gets one log entry, which gives that reason", async () => {
  const flag = await sentDown();
  await change(flag, { flagId: `${flag.flagId}-NEW` });
  const entries = [['employee', 'cancelled', 'down', 'the flag ID was changed', HOME]];
  await expect.poll(() => loggedEntries(flag)).toEqual(entries);
  await untilEntered();
  expect(await loggedEntries(flag)).toEqual(entries);
  // There is no entry under the earlier flag ID either.
  const all = await server.entries('category=commands&limit=200');
  expect(all.filter(({ subject }) => subject === flag.flagId)).toEqual([]);
});

test('a company sees in the log what happened to a pending command when its flag was deleted', async () => {
  const flag = await sentDown();
  expect((await server.master.delete(`/api/flags/${flag.id}`)).status).toBe(204);
  const seen = async () => {
    const answer = await server.ann.get('/api/activity?category=commands&outcome=cancelled');
    const { entries } = (await answer.json()) as { entries: Record<string, unknown>[] };
    return entries.filter(({ subject }) => subject === flag.flagId);
  };
  await expect
    .poll(seen)
    .toMatchObject([
      { actor: { name: 'employee' }, address: HOME, detail: { cause: 'the flag was deleted' } },
    ]);
});

test('a command stays in the log of its original company when the flag moves to another company', async () => {
  const flag = await sentDown();
  const locations = (await (await server.master.get('/api/locations')).json()) as Location[];
  const other = locations.find(({ companyId }) => companyId !== flag.companyId)!;
  await change(flag, { companyId: other.companyId, locationId: other.id });
  await arrives(flag);
  await expect
    .poll(() => server.commandsOf(flag))
    .toMatchObject([
      { outcome: 'confirmed', companyId: flag.companyId, actor: { name: 'employee' } },
    ]);
});
